import type { Secret } from "../../../../config/secret.ts";
import { HubError } from "../../../../tools/kit/errors.ts";
import { readRetryAfter } from "../../../../tools/kit/retry-after.ts";
import { withTimeLimit } from "../../../../tools/kit/time-limit.ts";
import { pcmHeader } from "../../../../tools/recorder/audio/wav-header.ts";
import { VOICE_RATE } from "../voice-activity.ts";
import type { Reply } from "./ask-speech-server.ts";

export type SpeechServer = {
  url: URL;
  model: string;
  key?: Secret | undefined;
  /** How long one request may take in all. */
  timeoutSeconds: number;
};

export type SpeechRequest = {
  /** 16 kHz, one channel. */
  samples: Int16Array;
  language: string | undefined;
  /** Times of segments are wanted; not every server and model knows how. */
  verbose: boolean;
  signal: AbortSignal;
};

const MOST_ANSWER_BYTES = 16 * 2 ** 20;

/** Sends one piece of speech. Follows no redirect: the key is for this server alone. */
export async function postSpeech(server: SpeechServer, wanted: SpeechRequest): Promise<Reply> {
  const { Agent, FormData, request } = await import("../undici.ts");
  const timeout = server.timeoutSeconds * 1000;
  const agent = new Agent({ headersTimeout: timeout, bodyTimeout: timeout });
  const form = new FormData();
  form.set("file", new Blob([wavOf(wanted.samples)], { type: "audio/wav" }), "speech.wav");
  form.set("model", server.model);
  form.set("response_format", wanted.verbose ? "verbose_json" : "json");
  if (wanted.verbose) form.set("timestamp_granularities[]", "segment");
  if (wanted.language) form.set("language", wanted.language);
  const limit = withTimeLimit(wanted.signal, timeout);
  try {
    const { statusCode, headers, body } = await request(server.url, {
      method: "POST",
      body: form,
      dispatcher: agent,
      signal: limit.signal,
      headers: server.key ? { authorization: `Bearer ${server.key.reveal()}` } : {},
    });
    const asked = headers["retry-after"];
    const retryAfter = readRetryAfter(Array.isArray(asked) ? asked[0] : asked, Date.now());
    return { status: statusCode, text: await textOf(body), retryAfter };
  } finally {
    limit.release();
    await agent.destroy();
  }
}

function wavOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const header = pcmHeader(VOICE_RATE, 1, samples.byteLength);
  const wav = new Uint8Array(header.length + samples.byteLength);
  wav.set(header);
  wav.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), header.length);
  return wav;
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES)
      throw new HubError("failed", "The speech server's answer is too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
