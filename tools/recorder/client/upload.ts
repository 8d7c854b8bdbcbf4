import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import type { RecordingMetadata } from "../contract.ts";

type Multipart = { contentType: string; body: ReadableStream<Uint8Array> };

/** The two parts of an ingest, the audio streamed from its file, metadata first. `sent` is told the bytes of audio so far. */
export function multipartOf(
  metadata: RecordingMetadata,
  file: string,
  sent: (bytes: number) => void = () => undefined,
): Multipart {
  const boundary = `outpost-${randomBytes(18).toString("hex")}`;
  const head = (disposition: string, type: string) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    );
  async function* parts() {
    yield head('name="metadata"', "application/json");
    yield Buffer.from(`${JSON.stringify(metadata)}\r\n`);
    yield head('name="audio"; filename="audio"', "application/octet-stream");
    let bytes = 0;
    for await (const chunk of chunksOf(file)) {
      yield chunk;
      bytes += chunk.byteLength;
      sent(bytes);
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: streamOf(parts()) };
}

/** A file as the body of a request. */
export const fileBody = (file: string): ReadableStream<Uint8Array> => streamOf(chunksOf(file));

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }))
    yield chunk as Buffer; // no encoding is set
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
