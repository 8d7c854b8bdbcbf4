import { hostname, networkInterfaces } from "node:os";
import { generate } from "selfsigned";

const DAY_MS = 86_400_000;
/** Whoever pins it would have to be told of a new one, so it lasts. */
const DAYS = 3_650;

/** Key and certificate of its own for a device, one PEM after the other. */
export async function makeCertificate(now: Date): Promise<string> {
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
