import assert from "node:assert/strict";
import { recording, recordingPage } from "../contract.ts";
import type { Called, ContractClient } from "./contract-client.fixture.ts";

/** What an answer is, apart from what differs from one recording to another. */
export type Alike = {
  asked: string;
  status: number;
  code?: unknown;
  error?: unknown;
  members?: string[];
  headers: Record<string, string>;
};

const COMPARED = [
  "accept-ranges",
  "allow",
  "cache-control",
  "content-range",
  "content-type",
  "referrer-policy",
  "www-authenticate",
  "x-content-type-options",
];

/**
 * Asks the shared endpoints, with two recordings there, all that the contract says of them, and deletes the second.
 * Yields what was answered so that two surfaces can be laid side by side.
 */
export async function sharedContract(client: ContractClient): Promise<Alike[]> {
  const answers: Alike[] = [];
  const ask = async (
    operation: string,
    asked: Parameters<ContractClient["call"]>[1] = {},
  ): Promise<Called> => {
    const called = await client.call(operation, asked);
    answers.push(alike(`${operation} ${answers.length}`, called));
    return called;
  };
  await ask("getHealth", { token: null });
  const { items } = recordingPage.parse((await ask("listRecordings")).body);
  const [newer, older] = items;
  assert.ok(newer && older, "two recordings are needed");
  await pages(ask, [newer.id, older.id]);
  const { id } = older;
  const got = await ask("getRecording", { parameters: { id } });
  assert.deepEqual(recording.parse(got.body), older);
  await audio(ask, older.id, older.sha256 ?? "");
  for (const operation of ["getRecording", "getRecordingAudio", "deleteRecording"]) {
    await ask(operation, { parameters: { id: "nothing-of-that-name" } });
    for (const token of [null, "wrong"]) await ask(operation, { parameters: { id }, token });
  }
  for (const token of [null, "wrong"]) await ask("listRecordings", { token });
  for (const headers of [{ origin: "https://elsewhere.example" }, { host: "elsewhere.example" }])
    await ask("listRecordings", { headers });
  assert.equal((await ask("deleteRecording", { parameters: { id } })).status, 204);
  for (const operation of ["deleteRecording", "getRecording", "getRecordingAudio"])
    assert.equal((await ask(operation, { parameters: { id } })).status, 404);
  return answers;
}

type Ask = (operation: string, asked?: Parameters<ContractClient["call"]>[1]) => Promise<Called>;

async function pages(ask: Ask, [newer, older]: [string, string]): Promise<void> {
  const list = (parameters: Record<string, string | number>) =>
    ask("listRecordings", { parameters });
  const first = recordingPage.parse((await list({ limit: 1 })).body);
  assert.deepEqual(
    first.items.map(({ id }) => id),
    [newer],
  );
  const cursor = first.next_cursor ?? "";
  const second = recordingPage.parse((await list({ limit: 1, cursor })).body);
  assert.deepEqual(
    second.items.map(({ id }) => id),
    [older],
  );
  assert.equal(second.next_cursor, null);
  await list({ sync_state: "uploaded" });
  await list({ limit: 100_000 });
  for (const limit of [0, -1, "abc", 1.5]) await list({ limit });
  for (const wrong of ["garbage", `${cursor}x`]) await list({ cursor: wrong });
  await list({ cursor, sync_state: "local" });
  await list({ sync_state: "done" });
}

async function audio(ask: Ask, id: string, sha256: string): Promise<void> {
  const get = (headers: Record<string, string>) =>
    ask("getRecordingAudio", { parameters: { id }, headers });
  const whole = await get({});
  assert.equal(whole.headers.etag, `"sha256-${sha256}"`);
  const part = await get({ range: "bytes=0-99" });
  assert.deepEqual(part.bytes, whole.bytes.subarray(0, 100));
  await get({ range: "bytes=0-0,5-5" });
  await get({ range: "bytes=abc" });
  await get({ range: "bytes=99999999999-" });
  await get({ range: "bytes=0-9", "if-range": `W/"sha256-${sha256}"` });
  await get({ "if-none-match": `"sha256-${sha256}"` });
  await get({ "if-match": '"another"' });
}

function alike(asked: string, { status, headers, body }: Called): Alike {
  const members = typeof body === "object" && body !== null ? body : {};
  const isError = status >= 400 && "code" in members;
  return {
    asked,
    status,
    members: Object.keys(members).sort(),
    ...(isError && "error" in members ? { code: members.code, error: members.error } : {}),
    headers: Object.fromEntries(
      COMPARED.filter((name) => headers[name] !== undefined).map((name) => [
        name,
        // The length of the audio differs.
        headers[name]?.replace(/\/\d+$/, "/N") ?? "",
      ]),
    ),
  };
}
