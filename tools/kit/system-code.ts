/** The system's code of an error, such as ENOENT; undefined where it has none. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Whether the system failed with this code. */
export function hasSystemCode(error: unknown, code: string): boolean {
  return systemCode(error) === code;
}

/** The system's code of an error, or of what it wraps. */
export function systemCodeWithin(error: unknown, depth = 4): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  return systemCode(error) ?? systemCodeWithin(error.cause, depth - 1);
}
