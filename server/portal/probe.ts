import { whileHeld } from "../../tools/kit/time-limit.ts";
import type { ScopeStatus, Telescope } from "../../tools/portal/contract.ts";
import type { Fetch } from "./client/http.ts";

type Reason = NonNullable<ScopeStatus["reason"]>;
export type Probe = Omit<ScopeStatus, "cached">;

const REASONS: [RegExp, Reason][] = [
  [/ECONNREFUSED/, "refused"],
  [/ENOTFOUND|EAI_AGAIN/, "dns"],
  [/ECONNRESET|UND_ERR_SOCKET/, "reset"],
  [/CERT|TLS|SSL/, "tls"],
  [/HPE_/, "protocol"],
  [/EHOSTUNREACH|ENETUNREACH/, "unreachable"],
];

/** Names that are reserved so that nobody has them: what a roster invents, or an example left as it was. */
const NOBODYS = /(?:^|\.)(?:invalid|test|example)\.?$/;

/** Whether a telescope answers; null where it has no address that can be asked, which says nothing about it. */
export const reachableBy = ({ reachable, reason }: ScopeStatus): boolean | null =>
  reason === "config" ? null : reachable;

/** Where a telescope's control server is asked: its row's own address or the operator's template, nothing else. */
function probeUrl(telescope: Telescope, template: string): string {
  return telescope.control_url ?? template.replace("{tid_lower}", telescope.tid.toLowerCase());
}

/** Whether anything answers there. No cookie, no credentials, no body; a refusal is an answer too. */
export async function probe(
  telescope: Telescope,
  template: string,
  fetch: Fetch,
  timeoutMs: number,
  now: () => number,
): Promise<Probe> {
  const url = probeUrl(telescope, template);
  const started = now();
  const about = {
    tid: telescope.tid,
    name: telescope.name,
    site: telescope.site,
    url,
    checked_at: new Date(started).toISOString(),
  };
  const silent = (reason: Reason) => ({
    ...about,
    reachable: false,
    http_status: null,
    latency_ms: null,
    auth_required: null,
    degraded: false,
    reason,
  });
  if (!isUsable(url)) return silent("config");
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = new Request(url, { redirect: "manual", signal });
    const status = await whileHeld(request, async () => {
      const response = await fetch(request);
      await response.body?.cancel();
      return response.status;
    });
    return {
      ...about,
      reachable: true,
      http_status: status,
      latency_ms: now() - started,
      auth_required: status === 401,
      degraded: status >= 500,
      reason: null,
    };
  } catch (thrown) {
    return silent(reasonOf(thrown));
  }
}

function isUsable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hostname } = new URL(url);
  if (NOBODYS.test(hostname)) return false;
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function reasonOf(thrown: unknown): Reason {
  if (thrown instanceof DOMException && thrown.name === "TimeoutError") return "timeout";
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return "unreachable";
  if (cause.message === "bad port") return "config";
  const code = "code" in cause ? String(cause.code) : "";
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? "unreachable";
}
