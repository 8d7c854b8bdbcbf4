import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";

export type Certificate = {
  keyPem: string;
  certPem: string;
  /** SHA-256 of the certificate, as "AB:CD:…". */
  fingerprint: string;
};

const DAY = 86_400_000;

/** A certificate of its own making for loopback names, good for a year; `expired` makes one that ended yesterday. */
export async function makeCertificate(expired = false): Promise<Certificate> {
  const now = Date.now();
  const made = await generate([{ name: "commonName", value: "Outpost cluster simulator" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now - (expired ? 30 * DAY : DAY)),
    notAfterDate: new Date(now + (expired ? -DAY : 365 * DAY)),
    extensions: [
      // Its own authority, so that a client can be given this one file as its CA.
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return {
    keyPem: made.private,
    certPem: made.cert,
    fingerprint: new X509Certificate(made.cert).fingerprint256,
  };
}
