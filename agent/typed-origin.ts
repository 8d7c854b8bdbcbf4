/** The origin of an address that a person typed; https is meant where no scheme is written. Undefined of what is none. */
export function typedOrigin(text: string): string | undefined {
  const wanted = text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const isOne = url && /^https?:$/.test(url.protocol) && url.hostname !== "" && url.username === "";
  return isOne ? url.origin : undefined;
}
