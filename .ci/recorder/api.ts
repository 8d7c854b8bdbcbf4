import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Recording, recording, recordingPage } from "../../tools/recorder/contract.ts";

/** One of the two surfaces, as a client asks it. */
export function apiOf(url: string, token: string) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, connection: "close", ...init.headers },
    });
  return {
    ask,
    /** All recordings, page by page. */
    async list(): Promise<Recording[]> {
      const found: Recording[] = [];
      let cursor: string | null = null;
      do {
        const after: string = cursor === null ? "" : `&cursor=${cursor}`;
        const page = recordingPage.parse(await (await ask(`/recordings?limit=200${after}`)).json());
        found.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return found;
    },
    /** The record; undefined for 404. Any other answer is a failure. */
    async get(id: string): Promise<Recording | undefined> {
      const answer = await ask(`/recordings/${id}`);
      const body: unknown = await answer.json();
      if (answer.status === 404) return undefined;
      assert.equal(answer.status, 200, JSON.stringify(body));
      return recording.parse(body);
    },
    /** SHA-256 of the audio as it is served; undefined for 404. */
    async hash(id: string): Promise<string | undefined> {
      const answer = await ask(`/recordings/${id}/audio`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return undefined;
      assert.equal(answer.status, 200, bytes.toString().slice(0, 300));
      return sha256(bytes);
    },
  };
}
export type Api = ReturnType<typeof apiOf>;

export const sha256 = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Fails unless the record is there, and its audio is served whole. */
export async function isWhole(api: Api, kept: Recording): Promise<void> {
  assert.deepEqual(await api.get(kept.id), kept, "the list and the record say the same");
  assert.equal(await api.hash(kept.id), kept.sha256, `the audio of ${kept.id}`);
}
