import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { recording, recordingPage } from "../../../tools/recorder/contract.ts";
import { form, metadata, wav } from "../server.fixture.ts";

const greeting = z.object({ url: z.string(), secret: z.string() });
type Running = { child: ChildProcess; url: string; secret: string };

/** What was promised: the sha256 of each recording whose upload was answered with 202. */
export type Acknowledged = Map<string, string>;

/**
 * Starts a server on the folder, looks whether everything that was ever acknowledged is there and whole, sends recordings
 * from several sides at once, and kills it so many milliseconds after the first answer. Throws where a promise was broken.
 */
export async function killRound(
  folder: string,
  promised: Acknowledged,
  round: number,
  killAfterMs: number,
): Promise<{ sent: number; acknowledged: number }> {
  const server = await start(folder);
  try {
    await verify(server, folder, promised);
    const before = promised.size;
    const stop = new AbortController();
    let sent = 0;
    let answered = () => {};
    const first = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const sender = async (side: number) => {
      for (let at = 0; !stop.signal.aborted; at++) {
        const id = `k${round}-${side}-${at}`;
        const audio = wav(1 + (at % 3), 1 + side + at);
        sent++;
        // Whatever goes wrong here is the kill; what counts is what was answered before it.
        const answer = await send(server, id, audio, stop.signal).catch(() => undefined);
        if (answer?.status !== 202) continue;
        promised.set(id, sha256(audio));
        answered();
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    await first;
    await pause(killAfterMs);
    server.child.kill("SIGKILL");
    await once(server.child, "exit");
    stop.abort();
    await Promise.all(senders);
    return { sent, acknowledged: promised.size - before };
  } finally {
    server.child.kill("SIGKILL");
  }
}

const PATIENCE_MS = 60_000;

/** Looks once more, and at what the jobs have made of it: after a while everything is summarised. */
export async function lastLook(folder: string, promised: Acknowledged): Promise<number> {
  const server = await start(folder);
  try {
    await verify(server, folder, promised);
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(50)) {
      const ids = await listed(server, "&sync_state=summarised");
      if ([...promised.keys()].every((id) => ids.has(id))) return ids.size;
    }
    return assert.fail("jobs of acknowledged recordings are not done");
  } finally {
    const exited = once(server.child, "exit");
    server.child.kill("SIGKILL");
    await exited;
  }
}

async function start(folder: string): Promise<Running> {
  const program = join(import.meta.dirname, "crash-server.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(child.stdout, "data") as Promise<[Buffer]>,
    once(child, "exit").then(() => assert.fail("the server did not start")),
  ]);
  return { child, ...greeting.parse(JSON.parse(line.toString())) };
}

const ask = ({ url, secret }: Running, path: string, init: RequestInit = {}) =>
  fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${secret}` } });

function send(server: Running, id: string, audio: Buffer, signal: AbortSignal): Promise<Response> {
  const body = form(metadata(id, { duration_s: 0 }), audio);
  return ask(server, "/ingest", { method: "POST", body, signal });
}

/** Every promise is kept, nothing half is served, nothing is left over, and the list agrees with the records. */
async function verify(server: Running, folder: string, promised: Acknowledged): Promise<void> {
  assert.deepEqual(await readdir(join(folder, "trash")), []);
  const ids = await listed(server);
  for (const [id] of promised) assert.ok(ids.has(id), `${id} was acknowledged and is gone`);
  for (const id of ids) {
    const record = recording.parse(await (await ask(server, `/recordings/${id}`)).json());
    const audio = Buffer.from(await (await ask(server, `/recordings/${id}/audio`)).arrayBuffer());
    assert.equal(sha256(audio), record.sha256, `${id} is not whole`);
    const acknowledged = promised.get(id);
    if (acknowledged !== undefined) assert.equal(record.sha256, acknowledged);
  }
}

async function listed(server: Running, more = ""): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor = "";
  do {
    const answer = await ask(server, `/recordings?limit=200${more}${cursor}`);
    const page = recordingPage.parse(await answer.json());
    for (const { id } of page.items) ids.add(id);
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
  } while (cursor !== "");
  return ids;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
