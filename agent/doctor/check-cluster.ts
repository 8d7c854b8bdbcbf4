import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Settings } from "../../config/schema.ts";
import { HubError } from "../../tools/kit/errors.ts";
import { type Certificate, readCertificate } from "../certificate.ts";
import { clusterAccount, type SignedIn, signIn } from "../cluster-account.ts";
import type { Check } from "./check.ts";

const STEPS = ["name", "port", "certificate", "login", "API", "rights"] as const;
type Step = (typeof STEPS)[number];

/**
 * From the name to the rights, a step after the other; the first that fails ends it, and the rest is skipped. Signs in
 * at most once, and only over a connection that is trusted.
 */
export async function* checkCluster(settings: Partial<Settings>, now: Date): AsyncGenerator<Check> {
  const done = new Set<Step>();
  const good = (name: Step, says: string): Check => {
    done.add(name);
    return { name, result: "good", says };
  };
  try {
    const account = clusterAccount(settings);
    const { hostname, port: written } = new URL(account.url);
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const port = Number(written || 443);
    yield good("name", await resolveName(host));
    const certificate = await readCertificate(host, port, account.caPem).catch((thrown: unknown) =>
      otherPort(host, port, thrown),
    );
    yield good("port", `${host}:${port} answers`);
    yield good("certificate", judge(certificate, settings, now));
    const signedIn = await signIn(account);
    yield good("login", `${account.username} was let in`);
    yield good("API", versions(signedIn));
    yield good("rights", rights(signedIn, settings));
  } catch (thrown) {
    const error = HubError.from(thrown);
    const failed = STEPS.find((step) => !done.has(step)) ?? "login";
    done.add(failed);
    yield {
      name: failed,
      result: "bad",
      says: error.message,
      problem: error.problem,
      ...(error.advice === undefined ? {} : { fix: error.advice }),
    };
  }
  for (const name of STEPS)
    if (!done.has(name))
      yield { name, result: "skipped", says: "not looked at, because of the step above" };
}

async function resolveName(host: string): Promise<string> {
  if (isIP(host)) return `${host} is an address`;
  try {
    const { address } = await lookup(host);
    return `${host} is ${address}`;
  } catch (cause) {
    throw new HubError("unavailable", `The name ${host} cannot be resolved.`, {
      advice: "Check CLUSTER_URL, and this machine's name service or VPN.",
      cause,
    });
  }
}

/** Where nothing answers on one of the two usual ports, the other may be the right one. */
async function otherPort(host: string, port: number, thrown: unknown): Promise<never> {
  const other = port === 443 ? 46443 : 443;
  const there = await readCertificate(host, other).catch(() => undefined);
  if (!there) throw thrown;
  const suffix = other === 443 ? "" : `:${other}`;
  throw new HubError("unavailable", `Nothing answers at ${host}:${port}, but port ${other} does.`, {
    advice: `Set CLUSTER_URL=https://${host}${suffix}`,
  });
}

function judge(certificate: Certificate, settings: Partial<Settings>, now: Date): string {
  const { fingerprint, validFrom, validTo, unverified } = certificate;
  const until = validTo.toISOString().slice(0, 10);
  if (now > validTo || now < validFrom)
    throw new HubError(
      "unavailable",
      now > validTo
        ? `It expired on ${until}.`
        : `It is valid only from ${validFrom.toISOString().slice(0, 10)} on.`,
      { advice: "Have it renewed on the cluster, and check this machine's clock." },
    );
  const { CLUSTER_PIN_SHA256: pin, CLUSTER_CA: authority } = settings;
  if (pin !== undefined && pin !== fingerprint)
    throw new HubError("unavailable", `It is not the pinned one. It is ${fingerprint}.`, {
      advice:
        "If it was renewed, compare that on the management node, then run `outpost setup cluster`. If not, somebody may be in between.",
    });
  if (unverified !== undefined && (pin === undefined || authority !== undefined))
    throw new HubError("unavailable", `It is not signed by anyone trusted here (${unverified}).`, {
      advice: "Run `outpost setup cluster` to pin it, or name its authority in CLUSTER_CA_FILE.",
    });
  const how = pin === undefined ? "verifies" : "is the pinned one";
  return `${how}, valid until ${until}`;
}

function versions({ versions: answered, release }: SignedIn): string {
  const lacks = answered.includes("v3") ? "v3 lacks a part" : "v3 has no answer";
  const spoken = answered.join(" and ");
  const told = answered.includes("v2") ? `${spoken} (${lacks} here; Outpost translates)` : spoken;
  return release === undefined ? told : `${told}, release ${release}`;
}

/** Whether the account may write cannot be read, only tried; what can be read is said. */
function rights({ filesystems }: SignedIn, settings: Partial<Settings>): string {
  if (filesystems.length === 0)
    throw new HubError("not-allowed", "The account sees no filesystem.", {
      advice: "Give it an admin role on the cluster.",
    });
  const { CLUSTER_ALLOW_WRITES: writes, CLUSTER_ALLOW_DESTRUCTIVE: destructive } = settings;
  const gates = writes
    ? destructive
      ? "changes and destroying are open in Outpost"
      : "changes are open in Outpost, destroying is shut"
    : "Outpost is read-only";
  return `sees ${filesystems.join(", ")}; ${gates}`;
}
