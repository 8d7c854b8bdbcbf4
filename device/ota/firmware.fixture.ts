import { generateKeyPairSync } from "node:crypto";
import { makeImage } from "./image.ts";

const pair = generateKeyPairSync("ed25519");

export const PUBLIC_KEY = pair.publicKey;

/** An image that the tests' key has signed. */
export const signed = (program: string, version: string) =>
  makeImage(Buffer.from(program), version, pair.privateKey);

/**
 * A program that stands in for a recorder: it says where it listens and answers /health by a version. With `ends` it
 * ends with that exit code once it has answered.
 */
export const standIn = (version: string, ends?: number) => `
  import { createServer } from "node:http";
  const server = createServer((request, answer) => {
    answer.on("close", () => ${ends === undefined ? "undefined" : `setTimeout(() => process.exit(${ends}), 50)`});
    answer.end(JSON.stringify({ status: "ok", version: "${version}" }));
  });
  server.listen(0, "127.0.0.1", () => process.send({ url: "http://127.0.0.1:" + server.address().port }));
  process.on("SIGTERM", () => process.exit(0));
`;
