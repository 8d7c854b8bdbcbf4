import assert from "node:assert/strict";
import { test } from "node:test";
import { errorBody } from "../../../tools/recorder/contract.ts";
import { ingest, metadata, startServer, wav } from "../server.fixture.ts";

test("a recording that is deleted while it is exported or drawn is answered whole or not at all", async (t) => {
  const server = await startServer(t);
  for (let round = 0; round < 12; round++) {
    const id = `take-${round}`;
    await ingest(server, metadata(id, { duration_s: 3 }), wav(3));
    const asked = ["waveform", "export?format=ogg", "export?format=json", "audio"].map((what) =>
      server.ask(`/recordings/${id}/${what}`),
    );
    // Each time a little later.
    for (let i = 0; i < round; i++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await server.ask(`/recordings/${id}`, { method: "DELETE" })).status, 204);
    for (const answer of await Promise.all(asked)) {
      if (answer.status === 200) await answer.arrayBuffer();
      else {
        assert.equal(answer.status, 404);
        assert.equal(errorBody.parse(await answer.json()).code, "recording_not_found");
      }
    }
  }
});
