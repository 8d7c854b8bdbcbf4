/**
 * A Content-Disposition that saves under this name: RFC 6266, with the name once in plain ASCII and, where that loses
 * something, once more as RFC 8187 writes it.
 */
export function attachment(name: string): string {
  const safe = fileName(name);
  const ascii = safe
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]/g, "_")
    .replaceAll(/["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  if (ascii === safe) return plain;
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}

/** A name that every file system takes: no path, no control character, not too long, not a device of some system. */
function fileName(name: string): string {
  const clean = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[\\/:*?"<>|]/g, "-")
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");
  const characters = Array.from(clean);
  const short =
    characters.length > 120
      ? [...characters.slice(0, 100), ...characters.slice(-20)].join("")
      : clean;
  if (short === "") return "recording";
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short;
}
