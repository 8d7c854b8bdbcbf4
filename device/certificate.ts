import { X509Certificate } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, writeWhole } from "../tools/kit/durable.ts";

export type Certificate = {
  keyPem: string;
  certPem: string;
  /** SHA-256 of the certificate, as "AB:CD:…": what the other side pins. */
  fingerprint: string;
};

/** The device's certificate: made once, kept in a folder, its key readable by nobody else. */
export async function openCertificate(folder: string, now = new Date()): Promise<Certificate> {
  const path = join(folder, "tls.pem");
  const kept = (await readIfThere(path)) ?? (await made(now));
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

/** Loaded where there is none yet: no other start waits for it. */
async function made(now: Date): Promise<string> {
  return (await import("./make-certificate.ts")).makeCertificate(now);
}
