import { createHmac, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/**
 * How a device and the one who pairs with it prove to each other that they know the code on the device's console. The
 * code itself never travels. What is proved is bound to the certificate that the client was shown, so that nobody in
 * between can pass it on; and a slow hash keeps a listener from trying codes afterwards.
 */
export type Pairing = { key: Buffer };

const scryptOf = promisify(scrypt) as (
  code: string,
  salt: string,
  length: number,
) => Promise<Buffer>;

/** 32 signs that nobody mistakes for one another. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;

/** Eight random signs as `7K3M-9QXA`; 40 bits. */
export function pairingCode(random: (bytes: number) => Uint8Array): string {
  const signs = [...random(CODE_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}

/** What people make of a code: spaces, small letters, O for 0 and I or L for 1. Undefined for what is no code. */
export function readCode(written: string): string | undefined {
  const signs = written
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  // Of ASCII alone: each character is one sign.
  const isCode = new RegExp(`^[${SIGNS}]{${CODE_LENGTH}}$`).test(signs);
  return isCode ? signs : undefined;
}

/** `nonce` is the device's, for this attempt; `fingerprint` that of its certificate, "" where there is no TLS. */
export async function pairingKey(
  code: string,
  nonce: string,
  fingerprint: string,
): Promise<Pairing> {
  const salt = `outpost pairing ${nonce} ${fingerprint.toUpperCase().replaceAll(":", "")}`;
  return { key: await scryptOf(readCode(code) ?? "", salt, 32) };
}

/** What one side sends to show that it read the code, as hexadecimal digits. */
export function proofOf({ key }: Pairing, whose: "client" | "device"): string {
  return createHmac("sha256", key).update(whose).digest("hex");
}

/** In a time that tells nothing of the right one. */
export function isProof(pairing: Pairing, whose: "client" | "device", given: string): boolean {
  const right = Buffer.from(proofOf(pairing, whose), "hex");
  const other = Buffer.from(given, "hex");
  return right.length === other.length && timingSafeEqual(right, other);
}
