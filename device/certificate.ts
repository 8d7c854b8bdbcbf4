import { X509Certificate } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { readIfThere, writeWhole } from "../tools/kit/durable.ts";

export type Certificate = {
  keyPem: string;
  certPem: string;
  /** SHA-256 of the certificate, as "AB:CD:…": what the other side pins. */
  fingerprint: string;
};

const DAY_MS = 86_400_000;
/** Whoever pins it would have to be told of a new one, so it lasts. */
const DAYS = 3_650;

/** The device's certificate: made once, kept in a folder, its key readable by nobody else. */
export async function openCertificate(folder: string, now = new Date()): Promise<Certificate> {
  const path = join(folder, "tls.pem");
  const kept = (await readIfThere(path)) ?? (await make(now));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One file, so that key and certificate are never of two makings.
  await writeWhole(path, kept);
  const certPem = kept.slice(kept.indexOf("-----BEGIN CERTIFICATE-----"));
  const { fingerprint256 } = new X509Certificate(certPem);
  return {
    keyPem: kept.slice(0, kept.indexOf("-----BEGIN CERTIFICATE-----")),
    certPem,
    fingerprint: fingerprint256,
  };
}

async function make(now: Date): Promise<string> {
  const { generate } = await import("selfsigned");
  const own = hostname();
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address.replace(/%.*/, ""));
  const made = await generate([{ name: "commonName", value: `Outpost recorder ${own}` }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + DAYS * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          ...["localhost", own, `${own}.local`].map((value) => ({ type: 2 as const, value })),
          ...new Set(["127.0.0.1", "::1", ...addresses]),
        ].map((each) => (typeof each === "string" ? { type: 7 as const, ip: each } : each)),
      },
    ],
  });
  return `${made.private.trim()}\n${made.cert.trim()}\n`;
}
