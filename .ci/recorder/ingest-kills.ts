import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { form, metadata, wav } from "../../server/recorder/server.fixture.ts";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";
import { recording } from "../../tools/recorder/contract.ts";
import { type Api, apiOf, isWhole, sha256 } from "./api.ts";
import { folderAgrees } from "./folder.ts";
import { killAt, type Launched, launch, MAIN, momentOf } from "./launch.ts";
import { temporary } from "./temporary.ts";

const AT_ONCE = 4;

type Sent = { audio: Buffer; sha256: string };

/** What the clients of a server have sent and been told. */
type Told = {
  /** Answered with 202. */
  kept: Map<string, Sent>;
  /** Sent, and not answered: there whole or not at all. */
  open: Map<string, Sent>;
  /** Not there after a kill: to be sent again. */
  again: Map<string, Sent>;
  removed: Set<string>;
  sent: number;
};

/** Kills a server that takes in recordings from several clients, over and over, and checks at each start what is there. */
export async function killServers(kills: number, random: Seeded) {
  const folder = temporary("server");
  const told: Told = {
    kept: new Map(),
    open: new Map(),
    again: new Map(),
    removed: new Set(),
    sent: 0,
  };
  const counts = { kills, sent: 0, kept: 0, removed: 0, openWhole: 0, openAbsent: 0, startMs: 0 };
  const first = startServer(folder);
  const key = (await first.printed(/API key +(\S+) +\(shown/))[1] ?? "";
  await first.kill();
  try {
    for (let round = 0; round <= kills; round++) {
      const began = performance.now();
      const server = startServer(folder);
      const moment = momentOf(random, counts.startMs, 700);
      const work = async () => {
        const api = apiOf((await server.printed(/API +(\S+)\/api\/v1\n/))[1] ?? "", key);
        counts.startMs = Math.round(performance.now() - began);
        await checked(api, folder, told, counts, round === kills);
        if (round === kills) return;
        moment.ready();
        await Promise.all(Array.from({ length: AT_ONCE }, () => send(api, told, random)));
      };
      if (round < kills) await killAt(moment.come, server, work);
      else await work().finally(server.end);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { ...counts, sent: told.sent, kept: told.kept.size, removed: told.removed.size };
}

/** Without a speech engine: what came in stays as it is. */
export function startServer(folder: string, env: NodeJS.ProcessEnv = {}): Launched {
  return launch(MAIN, ["server", "--listen", "0", "--data", folder], {
    OUTPOST_CONFIG_DIR: folder,
    SERVER_REQUESTS_PER_MINUTE: "0",
    SERVER_SPEECH: "none",
    ...env,
  });
}

/** One client: sends new recordings and those that were not answered, and deletes, until the server is gone. */
async function send(api: Api, told: Told, random: Seeded): Promise<void> {
  for (;;) {
    const [again] = told.again;
    const isAgain = again !== undefined && random.next() < 0.3;
    const audio = isAgain ? again[1].audio : wav(random.int(1, 40), random.int(1, 1_000_000));
    const id = isAgain ? again[0] : `take-${told.sent++}`;
    const sent = { audio, sha256: sha256(audio) };
    told.again.delete(id);
    told.open.set(id, sent);
    const body = form(metadata(id, { duration_s: 0, sha256: sent.sha256 }), audio);
    const answer = await api.ask("/ingest", { method: "POST", body });
    const said: unknown = await answer.json();
    assert.equal(answer.status, 202, JSON.stringify(said));
    assert.equal(recording.parse(said).sha256, sent.sha256);
    told.open.delete(id);
    told.kept.set(id, sent);
    if (random.next() < 0.1)
      await remove(api, told, random.pick([...told.kept.keys()] as [string])); // one was kept just now
  }
}

async function remove(api: Api, told: Told, id: string): Promise<void> {
  // Until it is answered it may be there or not.
  told.kept.delete(id);
  const { status } = await api.ask(`/recordings/${id}`, { method: "DELETE" });
  assert.equal(status, 204);
  told.removed.add(id);
}

type Counts = { openWhole: number; openAbsent: number };

async function checked(
  api: Api,
  folder: string,
  told: Told,
  counts: Counts,
  isLast: boolean,
): Promise<void> {
  const list = await api.list();
  folderAgrees(folder, list);
  const there = new Map(list.map((each) => [each.id, each]));
  for (const [id, sent] of told.kept)
    assert.equal(there.get(id)?.sha256, sent.sha256, `${id} was answered with 202`);
  for (const id of told.removed) assert.ok(!there.has(id), `${id} is back`);
  for (const [id, sent] of told.open) {
    const found = there.get(id);
    assert.ok(found === undefined || found.sha256 === sent.sha256, `${id} is half there`);
    assert.equal(await api.hash(id), found?.sha256, `the audio of ${id}`);
    told.open.delete(id);
    (found ? told.kept : told.again).set(id, sent);
    if (found) counts.openWhole++;
    else counts.openAbsent++;
  }
  // Each time the newest, in the end all of them.
  for (const each of isLast ? list : list.slice(0, 20)) await isWhole(api, each);
  await haveJobs(api, list.length);
}

/** No recording is without its two jobs. */
async function haveJobs(api: Api, recordings: number): Promise<void> {
  // What a kill has cut off between a recording and its jobs is queued soon after the start.
  for (let tries = 0; ; tries++) {
    const { jobs } = (await (await api.ask("/server")).json()) as { jobs: Record<string, number> };
    const all = Object.values(jobs).reduce((sum, each) => sum + each, 0);
    if (all === 2 * recordings) return;
    assert.ok(tries < 300, `${all} jobs for ${recordings} recordings`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
