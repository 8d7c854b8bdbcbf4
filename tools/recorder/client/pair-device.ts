import { hostname } from "node:os";
import { HubError } from "../../kit/errors.ts";
import { pairingAnswer, pairingOffer, pairingRequest } from "../contract.ts";
import { isProof, pairingKey, proofOf, readCode } from "../surface/pairing-proof.ts";
import { createLine, type LineWorld } from "./line.ts";

export type Paired = { deviceId: string; token: string };

/**
 * Gets a token from a device by the code on its console. Both sides prove that they know the code, bound to the
 * certificate of `world.pinSha256` (none over plain HTTP), so that nobody in between can pass as the device. Throws
 * HubError `bad-input` for what is no code, `sign-in` for a wrong one, `failed` for a device that cannot prove it.
 */
export async function pairDevice(
  world: LineWorld,
  code: string,
  signal: AbortSignal,
): Promise<Paired> {
  if (readCode(code) === undefined)
    throw new HubError("bad-input", "That is no pairing code.", {
      advice: "It has eight letters and digits, such as 7K3M-9QXA, and stands on the console.",
    });
  const line = createLine("device", world);
  const offer = await line.json(pairingOffer, { path: "/pair", statuses: [200] }, signal);
  const key = await pairingKey(code, offer.nonce, world.pinSha256 ?? "");
  const body = JSON.stringify(
    pairingRequest.parse({
      nonce: offer.nonce,
      proof: proofOf(key, "client"),
      name: hostname().slice(0, 64) || "a computer",
    }),
  );
  const answer = await line
    .json(pairingAnswer, { method: "POST", path: "/pair", body, statuses: [200] }, signal)
    .catch((thrown: unknown) => {
      const wrong = thrown instanceof HubError && thrown.problem === "sign-in";
      throw wrong ? wrongCode(thrown) : thrown;
    });
  if (!isProof(key, "device", answer.proof))
    throw new HubError("failed", "What answers there does not know the code itself.", {
      advice: "Its token is not kept: somebody may stand in between. Compare its fingerprint.",
    });
  return { deviceId: answer.device_id, token: answer.token };
}

function wrongCode(cause: HubError): HubError {
  return new HubError("sign-in", "The device does not take this code.", {
    advice:
      "Read it again on the console of `outpost device`: it is good for ten minutes and for one pairing. Started again, the device shows a new one.",
    cause,
  });
}
