const MOST_KEPT = 64 * 1024;

/**
 * Keeps what the program and its libraries write to a terminal's stderr off the screen, which it would garble: Node's
 * own warnings included, which do not go through `process.stderr.write`. The returned function puts everything back
 * and writes what was kept, at most the last 64 KiB of it.
 */
export function quietStderr(): () => void {
  if (!process.stderr.isTTY) return () => {};
  let kept = "";
  const keep = (text: string) => {
    kept = (kept + text).slice(-MOST_KEPT);
  };

  const { stderr } = process;
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was, never called from here
  const original = stderr.write;
  stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((argument) => typeof argument === "function");
    if (done) process.nextTick(done);
    return true;
  };
  const printers = process.listeners("warning");
  const warned = (warning: Error) => keep(`(node) ${warning.name}: ${warning.message}\n`);
  process.removeAllListeners("warning");
  process.on("warning", warned);

  let quiet = true;
  return () => {
    if (!quiet) return;
    quiet = false;
    stderr.write = original;
    process.removeListener("warning", warned);
    for (const printer of printers) process.on("warning", printer);
    if (kept !== "") stderr.write(kept);
    kept = "";
  };
}
