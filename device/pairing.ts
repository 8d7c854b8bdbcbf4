import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { readIfThere, syncFolder, writeWhole } from "../tools/kit/durable.ts";
import { HubError } from "../tools/kit/errors.ts";
import type { PairingAnswer, PairingOffer, PairingRequest } from "../tools/recorder/contract.ts";
import { isToken, tokenDigest } from "../tools/recorder/surface/bearer.ts";
import { RecorderFailure } from "../tools/recorder/surface/failure.ts";
import {
  isProof,
  pairingCode,
  pairingKey,
  proofOf,
} from "../tools/recorder/surface/pairing-proof.ts";

/** For as long a code is good, and for so many wrong answers. */
const CODE_MS = 10 * 60_000;
const WRONG_ANSWERS = 5;
/** Offers that nobody has come back to yet. */
const OPEN_OFFERS = 8;
/** The oldest one has to go for another. */
const MOST_PAIRED = 16;

const paired = z.array(
  z.object({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/), at: z.string() }),
);

export type PairingNews =
  | { type: "paired"; name: string }
  /** By wrong answers: it takes a new one. */
  | { type: "code-used-up" };

export type PairingOptions = {
  folder: string;
  deviceId: () => string;
  /** Of the certificate that it serves with; "" without TLS. */
  fingerprint: string;
  now?: () => number;
  tell?: (news: PairingNews) => void;
};

export type PairingDesk = {
  /** A fresh code for the console, good for ten minutes and for one pairing. */
  newCode: () => string;
  /** Whether a token was given out by a pairing. */
  isToken: (token: string) => boolean;
  /** Takes back every token that a pairing gave: the owner has changed the device's own. */
  forgetAll: () => Promise<void>;
  offer: () => PairingOffer;
  /** Gives a token to whoever proves that they know the code. Throws `unauthorized`. */
  pair: (request: PairingRequest) => Promise<PairingAnswer>;
};

/** Gives tokens to those who can read the code on the device's console. Tokens are kept as hashes, on disk first. */
export async function openPairing(options: PairingOptions): Promise<PairingDesk> {
  const { fingerprint, now = Date.now, tell = () => undefined } = options;
  const path = join(options.folder, "paired.json");
  let known = readKnown(await readIfThere(path), path);
  let open: { code: string; until: number; wrong: number } | undefined;
  const nonces = new Set<string>();

  const write = async (next: typeof known) => {
    await writeWhole(path, JSON.stringify(next));
    await syncFolder(options.folder);
  };
  const refusal = (message: string) =>
    new RecorderFailure("unauthorized", message, {
      detail: "Read the code on the device's console; start the device again for a new one.",
    });

  return {
    newCode() {
      const code = pairingCode(randomBytes);
      open = { code, until: now() + CODE_MS, wrong: 0 };
      return code;
    },
    isToken: (token) => known.some(({ sha256 }) => isToken(token, sha256)),
    async forgetAll() {
      if (known.length === 0) return;
      await write([]);
      known = [];
    },
    offer() {
      const nonce = randomBytes(16).toString("hex");
      nonces.add(nonce);
      const [oldest] = nonces;
      if (nonces.size > OPEN_OFFERS && oldest !== undefined) nonces.delete(oldest);
      return { device_id: options.deviceId(), nonce };
    },
    async pair({ nonce, proof, name }) {
      // Each offer is answered once, whatever comes of it.
      if (!nonces.delete(nonce)) throw refusal("This offer is not known, or was answered already.");
      if (!open || now() > open.until) throw refusal("There is no code to pair with at present.");
      const { code } = open;
      const key = await pairingKey(code, nonce, fingerprint);
      if (open?.code !== code) throw refusal("This code was used up meanwhile.");
      if (!isProof(key, "client", proof)) {
        open.wrong++;
        if (open.wrong >= WRONG_ANSWERS) {
          open = undefined;
          tell({ type: "code-used-up" });
        }
        throw refusal("That is not the code, or somebody stands between you and the device.");
      }
      open = undefined;
      const token = randomBytes(24).toString("base64url");
      const entry = { name, sha256: tokenDigest(token), at: new Date(now()).toISOString() };
      known = [...known, entry].slice(-MOST_PAIRED);
      await write(known);
      tell({ type: "paired", name });
      return { device_id: options.deviceId(), token, proof: proofOf(key, "device") };
    },
  };
}

function readKnown(text: string | undefined, path: string): z.infer<typeof paired> {
  if (text === undefined) return [];
  try {
    return paired.parse(JSON.parse(text));
  } catch (cause) {
    throw new HubError("failed", `The list of those paired with this device is damaged: ${path}.`, {
      advice: "Move it away: they have to be paired again then.",
      cause,
    });
  }
}
