import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pcmHeader } from "../tools/recorder/audio/wav-header.ts";
import { figures, show } from "./figures.ts";
import { cpuSeconds, peakRss, startRecorderServer } from "./recorder-server.ts";

const BYTES = 1_000_000_000;
const ROUNDS = 4;
/** As long as those of browsers and curl: a parser looks at every so many bytes. */
const BOUNDARY = "------------------------d74496d66958873e";

/** What everybody would write first: the body to a file, hashed on the way, synced before the answer. */
const PLAIN = `
  const { createHash } = require("node:crypto");
  const { unlinkSync, createWriteStream } = require("node:fs");
  const { pipeline } = require("node:stream/promises");
  const path = process.argv[1];
  require("node:http").createServer(async (incoming, outgoing) => {
    const hash = createHash("sha256");
    incoming.on("data", (chunk) => hash.update(chunk));
    await pipeline(incoming, createWriteStream(path, { flush: true }));
    unlinkSync(path);
    outgoing.end(hash.digest("hex"));
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

/** Ingest of 1 GB beside plain node:http to disk with sha256, in turn: the same bytes, the same disk. */
export async function recorderIngest(program: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "outpost-bench-ingest-"));
  const server = await startRecorderServer(program, join(folder, "server"));
  const plain = spawn(process.execPath, ["-e", PLAIN, join(folder, "plain")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [port] = (await once(plain.stdout, "data")) as [Buffer];
    const plainUrl = `http://127.0.0.1:${Number(port)}/`;
    const ours: number[] = [];
    const theirs: number[] = [];
    const sendPlain = async () => void theirs.push(await send(plainUrl, "plain", "", 200));
    for (let round = 0; round < ROUNDS; round++) {
      // Each is first as often as the other: the disk has to catch up with who was before.
      if (round % 2 === 0) await sendPlain();
      const id = `bench${round}`;
      ours.push(await send(`${server.url}/api/v1/ingest`, id, server.authorization, 202));
      if (round % 2 === 1) await sendPlain();
      await fetch(`${server.url}/api/v1/recordings/${id}`, {
        method: "DELETE",
        headers: { authorization: server.authorization },
      });
    }
    console.log(show("plain node:http, sha256, synced", theirs, "MB/s", 0));
    console.log(show("ingest of 1 GB (≥ 150 MB/s)", ours, "MB/s", 0));
    const ratio = figures(ours).median / figures(theirs).median;
    console.log(`ingest / plain (≥ 0.85)  ${ratio.toFixed(2)}`);
    const [a, b] = [cpuSeconds(server.child), cpuSeconds(plain)];
    console.log(
      `processor time for 1 GB: ingest ${(a / ROUNDS).toFixed(2)} s, plain ${(b / ROUNDS).toFixed(2)} s`,
    );
    console.log(`peak RSS of the server (< 150 MB)  ${peakRss(server.child).toFixed(0)} MB`);
  } finally {
    plain.kill();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends the multipart body of one recording; resolves with MB of audio a second. */
async function send(
  url: string,
  id: string,
  authorization: string,
  wanted: number,
): Promise<number> {
  const told = {
    id,
    started_at: "2026-11-21T08:00:00Z",
    duration_s: 0,
    sample_rate: 16_000,
    channels: 1,
    codec: "wav_pcm_s16le",
  };
  const head = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify(told)}\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`,
    ),
    pcmHeader(16_000, 1, BYTES),
  ]);
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const block = randomBytes(1_000_000);
  const began = performance.now();
  const outgoing = request(url, {
    method: "POST",
    headers: {
      authorization,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": head.length + BYTES + tail.length,
    },
  });
  outgoing.write(head);
  for (let sent = 0; sent < BYTES; sent += block.length)
    if (!outgoing.write(block)) await once(outgoing, "drain");
  outgoing.end(tail);
  const [answer] = await once(outgoing, "response");
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode !== wanted) throw new Error(`${url} answered ${answer.statusCode}`);
  return BYTES / 1e6 / ((performance.now() - began) / 1000);
}
