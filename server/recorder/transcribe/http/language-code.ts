/** All two-letter codes by their English names, from what the runtime knows of languages. */
let codes: Map<string, string> | undefined;

/** The ISO 639-1 code for what a speech server calls a language: a code already, or an English name; `und` if neither. */
export function languageCode(name: string): string {
  const plain = name.trim().toLowerCase();
  if (/^[a-z]{2}([-_]|$)/.test(plain)) return plain.slice(0, 2);
  codes ??= namedCodes();
  return codes.get(plain) ?? "und";
}

function namedCodes(): Map<string, string> {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    pairs.flatMap((code) => {
      const name = names.of(code)?.toLowerCase();
      return name ? [[name, code] as const] : [];
    }),
  );
}
