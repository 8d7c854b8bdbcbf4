import { wav } from "../../server/recorder/server.fixture.ts";
import type { Seeded } from "../../tools/cluster/simulator/seeded.ts";
import { type Inventing, inventJson, oddWord, type Schema } from "./invent-value.ts";

/** A multipart upload that mostly fits, with its Content-Type. */
export function inventUpload(
  metadata: Schema,
  inventing: Inventing,
): { type: string; body: Buffer } {
  const { random } = inventing;
  const rare = (share = 0.05) => random.next() < share;
  // With an invented hash or size nothing is taken.
  const { sha256: _, size_bytes: __, ...properties } = metadata.properties ?? {};
  const schema = rare(0.2) ? metadata : { ...metadata, properties };
  const told = Buffer.from(inventJson(schema, inventing));
  const parts: [disposition: string, type: string, body: Buffer][] = [];
  const asFile = rare(0.2) ? '; filename="metadata.json"' : "";
  if (!rare()) parts.push([`name="metadata"${asFile}`, "application/json", told]);
  if (!rare()) parts.push(['name="audio"; filename="a.wav"', "audio/wav", inventAudio(random)]);
  if (rare(0.3)) parts.reverse();
  if (rare() && parts[0]) parts.push(parts[0]);
  if (rare()) parts.push([`name="${oddWord(random).slice(0, 50)}"`, "text/plain", told]);
  if (rare(0.02)) for (let i = 0; i < 30; i++) parts.push(['name="x"', "text/plain", told]);
  const boundary = "a-boundary";
  const body = parts.flatMap(([disposition, type, bytes]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
    return [Buffer.from(head), bytes, Buffer.from("\r\n")];
  });
  if (!rare()) body.push(Buffer.from(`--${boundary}--\r\n`));
  const whole = Buffer.concat(body);
  const type = rare() ? "multipart/form-data" : `multipart/form-data; boundary=${boundary}`;
  return { type, body: rare() ? whole.subarray(0, random.int(0, whole.length)) : whole };
}

/** A short WAV file, often with a header that lies, or something else altogether. */
function inventAudio(random: Seeded): Buffer {
  const good = wav(1, random.int(1, 1000));
  const kind = random.next();
  if (kind < 0.6) return good;
  if (kind < 0.8) {
    // One to four numbers of the header, changed to what a careless reader trips over.
    for (let i = random.int(1, 4); i > 0; i--)
      good.writeUInt32LE(
        random.pick([0, 1, 0xff, 0xffff, 0x7fffffff, 0xffffffff]),
        random.int(0, 40),
      );
    return good;
  }
  if (kind < 0.9) return good.subarray(0, random.int(0, good.length));
  return random.pick([
    Buffer.alloc(0),
    Buffer.alloc(1000),
    Buffer.from("<!doctype html><title>no sound</title>"),
    Buffer.concat([Buffer.from("OggS"), Buffer.alloc(100)]),
    Buffer.concat([Buffer.from("RF64"), good.subarray(4)]),
    Buffer.concat([Buffer.from("ID3"), Buffer.alloc(500, 1)]),
  ]);
}
