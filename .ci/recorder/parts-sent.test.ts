import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeParts } from "./parts-sent.ts";

const line = (what: string, status = 200) => `beast: 127.0.0.1 "${what} HTTP/1.1" ${status} 0 - -`;
const put = (part: number, status = 200) =>
  line(`PUT /b/k.wav?partNumber=${part}&uploadId=one`, status);
const ask = line("GET /b/k.wav?uploadId=one");

test("an upload that goes on with what is missing is counted, one that sends a part again is refused", () => {
  const going = [put(1), put(2, 499), ask, put(2), put(3)];
  assert.deepEqual(judgeParts(going.join("\n")), { parts: 3, brokenOff: 1, wentOn: 1 });
  assert.throws(() => judgeParts([...going, ask, put(1)].join("\n")), /part 1 was there already/);
});
