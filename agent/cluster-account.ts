import type { Settings } from "../config/schema.ts";
import type { ClusterSettings } from "../tools/cluster/settings.ts";
import type { Call } from "../tools/kit/define-tool.ts";
import { HubError } from "../tools/kit/errors.ts";
import { type Gates, NO_PATH_RULES } from "../tools/kit/gates.ts";

/** Where the cluster is, from the settings. Throws HubError `bad-input` where none is set up. */
export function clusterAccount(settings: Partial<Settings>): ClusterSettings {
  const { CLUSTER_URL, CLUSTER_USERNAME, CLUSTER_PASSWORD, CLUSTER_CA, CLUSTER_PIN_SHA256 } =
    settings;
  if (CLUSTER_URL === undefined || CLUSTER_USERNAME === undefined || !CLUSTER_PASSWORD)
    throw new HubError("bad-input", "No cluster is set up.", {
      advice: "Run `outpost setup cluster`, or try `outpost demo` first.",
    });
  return {
    url: CLUSTER_URL,
    apiRoot: settings.CLUSTER_API_ROOT ?? "/mgmt",
    username: CLUSTER_USERNAME,
    password: CLUSTER_PASSWORD.reveal(),
    ...(CLUSTER_CA === undefined ? {} : { caPem: CLUSTER_CA }),
    ...(CLUSTER_PIN_SHA256 === undefined ? {} : { pinSha256: CLUSTER_PIN_SHA256 }),
  };
}

export type SignedIn = {
  /** Which versions of the API answered, the newer first. */
  versions: string[];
  /** What the cluster calls its own release. */
  release: string | undefined;
  /** Names of the filesystems that the account may see. */
  filesystems: string[];
};

const SHUT: Gates = { writes: false, destructive: false, paths: NO_PATH_RULES };

/**
 * Signs in once and looks around: two or three reads, all of them after the first was let in. A wrong password is one
 * request, because accounts lock. Throws HubError.
 */
export async function signIn(account: ClusterSettings): Promise<SignedIn> {
  const { createClusterClient } = await import("../tools/cluster/client.ts");
  const client = createClusterClient({ settings: account, gates: SHUT, requestMs: 20_000 });
  const call: Call = {
    signal: AbortSignal.timeout(30_000),
    principal: "local",
    client: "outpost",
    progress: () => undefined,
    waitSeconds: 0,
  };
  try {
    const about = await client.read("/info", {}, call).catch((thrown: unknown) => {
      // A cluster that does not tell its version is none the worse.
      if (HubError.from(thrown).problem === "not-found") return undefined;
      throw thrown;
    });
    const { items, version } = await client.list("/filesystems", {}, call);
    return {
      versions: [...new Set([about?.version ?? version, version])].sort().reverse(),
      release: releaseIn(about?.json),
      filesystems: items.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
    };
  } finally {
    await client.close();
  }
}

function releaseIn(json: unknown): string | undefined {
  const found = /"serverVersion":"([\w.+-]{1,40})"/.exec(JSON.stringify(json ?? {}));
  return found?.[1];
}
