import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { pcmHeader } from "../../tools/recorder/audio/wav-header.ts";
import type { KeyScope } from "../../tools/recorder/contract.ts";
import {
  openRecorderServer,
  type RecorderServer,
  type ServerWorld,
} from "./create-recorder-server.ts";
import { DEFAULTS, type RecorderServerSettings } from "./settings.ts";
import type { Heard, Transcriber } from "./transcribe/transcriber.ts";

export const HEARD: Heard = {
  language: "en",
  model: "scripted",
  segments: [
    { start: 0.2, end: 3, text: "we decided to move the release to next friday" },
    { start: 3.4, end: 6, text: "remember to buy milk and coffee on the way home" },
  ],
};

/** Hears what it is told to hear, by the path of the audio. Stands in for a speech engine, and says so. */
export function scripted(
  hear: (signal: AbortSignal) => Promise<Heard> = async () => HEARD,
): Transcriber {
  return {
    id: "scripted",
    check: async () => ({ state: "ready" }),
    transcribe: (_path, { signal }) => hear(signal),
  };
}

/** An engine that is not installed: what comes in stays as it is. */
export const DEAF: Transcriber = {
  id: "deaf",
  check: async () => ({
    state: "missing",
    reason: "No engine is here.",
    install: "apt-get install ears",
  }),
  transcribe: () => Promise.reject(new Error("there is no engine")),
};

export type TestServer = RecorderServer & {
  url: string;
  folder: string;
  secret: string;
  /** A request with the key, unless `headers` says otherwise. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
};

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outpost-server-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that listens on a free port, with a key, closed and removed with the test. */
export async function startServer(
  t: TestContext,
  world: Partial<ServerWorld> = {},
  settings: Partial<RecorderServerSettings> = {},
  scope: KeyScope = "write",
): Promise<TestServer> {
  const folder = settings.folder ?? (await mkdtemp(join(tmpdir(), "outpost-server-")));
  const server = await openRecorderServer(
    { ...DEFAULTS, version: "0.0.1", requestsPerMinute: 0, ...settings, folder, port: 0 },
    { transcriber: scripted(), ...world },
  );
  t.after(async () => {
    await server.close();
    if (settings.folder === undefined) await rm(folder, { recursive: true, force: true });
  });
  const { secret } = await server.parts.keys.create("test", scope);
  const { url } = await server.listen();
  const ask: TestServer["ask"] = (path, init = {}) =>
    fetch(`${url}/api/v1${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${secret}`,
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
  return { ...server, url, folder, secret, ask };
}

/** A WAV file of so many seconds of a rising sawtooth, 16 bit, 8 kHz, mono. */
export function wav(seconds = 1, seed = 1): Buffer {
  const samples = Buffer.alloc(seconds * 16_000);
  for (let at = 0; at < samples.length; at += 2)
    samples.writeInt16LE(((at * seed) % 8_000) - 4_000, at);
  return Buffer.concat([pcmHeader(8_000, 1, samples.length), samples]);
}

export type Told = Record<string, unknown>;

export function metadata(id: string, more: Told = {}): Told {
  return {
    id,
    started_at: "2026-11-20T08:15:00Z",
    duration_s: 1,
    sample_rate: 8_000,
    channels: 1,
    codec: "wav_pcm_s16le",
    ...more,
  };
}

/** The multipart body of an ingest, as a browser or a program makes it. */
export function form(
  told: Told | string,
  audio: Uint8Array<ArrayBuffer> | Buffer = wav(),
): FormData {
  const body = new FormData();
  body.append("metadata", typeof told === "string" ? told : JSON.stringify(told));
  body.append("audio", new Blob([Uint8Array.from(audio)], { type: "audio/wav" }), "audio.wav");
  return body;
}

export function ingest(server: TestServer, told: Told | string, audio?: Buffer): Promise<Response> {
  return server.ask("/ingest", { method: "POST", body: form(told, audio) });
}

/** What an upload has left behind in the server's folder: files on their way in, and recordings. */
export async function leftBehind(
  server: TestServer,
): Promise<{ staged: string[]; recordings: number }> {
  const staged = await readdir(join(server.folder, "tmp"));
  return { staged, recordings: server.parts.storage.metadata.count() };
}

/** Sends bytes as they are, and resolves with all that came back before the connection ended or the answer was whole. */
export async function sendRaw(
  server: TestServer,
  text: string | Buffer,
  end = false,
): Promise<string> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(text);
  if (end) socket.end();
  let answer = "";
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer += chunk.toString("latin1");
    if (/^HTTP\/1\.1 (?!100)/m.test(answer) && /\r\n\r\n.*\}$/s.test(answer)) break;
  }
  socket.destroy();
  return answer;
}

/** Resolves when what is asked for holds; looks again at each event of the server. */
export function until(
  server: RecorderServer,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = async () => {
      if (!(await holds())) return;
      leave();
      resolve();
    };
    const leave = server.parts.feed.subscribe(() => void look().catch(reject));
    look().catch(reject);
  });
}
