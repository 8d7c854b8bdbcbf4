import { HubError } from "../kit/errors.ts";
import { quoted } from "../kit/untrusted.ts";

// What a segment may hold once decoded. A percent sign is refused: it would mean that something decodes twice.
const SEGMENT = /^[A-Za-z0-9._~:@,+=-]{1,255}$/;
const NAME = /^[A-Za-z0-9_.][A-Za-z0-9._-]{0,254}$/;

/**
 * The decoded segments of a path below the API root. Throws HubError `bad-input` for whatever a server or a proxy
 * could read in another way than we do: empty and dot segments, encoded slashes, `;`, `?`, control characters.
 */
export function parsePath(path: string): string[] {
  if (!path.startsWith("/") || path.length > 2000) throw badPath(path);
  const [, ...raw] = path.split("/");
  if (raw.length === 0 || raw.length > 20) throw badPath(path);
  return raw.map((part) => {
    const segment = decoded(part);
    if (segment === undefined || !SEGMENT.test(segment) || segment === "." || segment === "..")
      throw badPath(path);
    return segment;
  });
}

/** The canonical path of decoded segments, as it goes over the wire: the colon of a custom verb stays as it is. */
export function formatPath(segments: readonly string[]): string {
  return segments.map((s) => `/${encodeURIComponent(s).replaceAll("%3A", ":")}`).join("");
}

/** The canonical path of a template such as `/nodes/{name}` with its parameters in place. */
export function fillTemplate(template: string, params: Record<string, string>): string {
  const parts = template.slice(1).split("/");
  return formatPath(
    parts.map((part) => part.replace(/\{(\w+)\}/, (_, name: string) => params[name] ?? "")),
  );
}

/** A path of names that came from us or from the cluster; refuses what `parsePath` would refuse. */
export function pathOf(...segments: string[]): string {
  for (const segment of segments)
    if (!SEGMENT.test(segment) || segment === "." || segment === "..") throw badPath(segment);
  return formatPath(segments);
}

/** True for a name that an object of the cluster can have: letters, digits, `.`, `_`, `-`; at most 255. */
export function isName(name: string): boolean {
  return NAME.test(name) && name !== "." && name !== "..";
}

/** True for `:all:`, `:all_local:` and the like, which stand for objects that nobody named. */
export function isKeyword(segment: string): boolean {
  return segment.startsWith(":") || /:all/i.test(segment);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function badPath(path: string): HubError {
  return new HubError("bad-input", `${quoted(path, 120)} is not a path to use here.`, {
    advice:
      "Write it below the API root, such as /filesystems/fs1/filesets/projects: plain names between single slashes, and the query apart.",
  });
}
