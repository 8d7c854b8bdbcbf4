import { type Raw, SITE_CODES } from "../../../tools/portal/contract.ts";
import type { Session } from "../client/session.ts";
import { PortalFailure } from "../failure.ts";
import type { PortalMap } from "../portal-map.ts";
import { checkDeny } from "./deny.ts";
import { checkPostback, guardedUrl } from "./guard.ts";
import { reportOf } from "./report.ts";

const RAW_BYTES = 1024 * 1024;

/** What every address has to pass, and every redirect to it, whoever asks for it. Throws PortalFailure. */
export function guardAddress(url: URL): void {
  const read = asOldServersRead(url);
  checkPostback(read);
  checkDeny(read);
}

/** `%u0042` is a letter to the servers of old. A path that is asked for may not hold one, a redirect may. */
function asOldServersRead(url: URL): URL {
  const href = url.href.replace(/%u([\da-f]{4})/gi, (_, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    return /[\ud800-\udfff]/.test(letter) ? "-" : encodeURIComponent(letter);
  });
  return new URL(href);
}

/** Any path of the portal that the guard and the setting let through, as a report. Throws PortalFailure. */
export async function fetchRaw(
  path: string,
  portal: {
    session: Session;
    origin: string;
    map: PortalMap;
    raw: "guarded" | "map" | "off";
    now: () => number;
  },
): Promise<Raw> {
  const { session, origin, map, raw, now } = portal;
  const url = guardedUrl(path, origin);
  if (raw === "off")
    throw new PortalFailure("path_blocked", "Fetching portal paths is turned off.");
  const check = (hop: URL) => {
    guardAddress(hop);
    if (raw === "map") checkMapped(hop, map);
  };
  if (raw === "map") checkMapped(url, map);
  const answer = await session.get(path, {
    json: /\.(asmx|svc)\//i.test(path),
    guard: check,
    loginPageIsFine: true,
    mostBytes: RAW_BYTES,
    cut: true,
  });
  return reportOf(path, answer, now(), session.secrets());
}

function checkMapped(url: URL, map: PortalMap): void {
  const allowed = [
    map.proof,
    map.account.path,
    map.plans.path,
    map.reservations.path,
    ...map.raw_paths,
    ...SITE_CODES.map((site) => map.weather.path.replace("{site}", site)),
  ];
  if (allowed.includes(url.pathname + url.search)) return;
  throw new PortalFailure("path_blocked", "The path is not in the portal map.", {
    detail: "Add it to raw_paths of the map if it only reads.",
  });
}
