import { closeSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * At its end Node gives the terminal its settings back, and aborts (with a core) where the terminal has been hung up in
 * the meantime. It passes over descriptors that are closed: so those whose terminal is gone are, last of all.
 */
export function letGoOfLostTerminal(ended: Pick<NodeJS.Process, "on">): void {
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  if (terminals.length === 0) return;
  ended.on("exit", () => {
    for (const fd of terminals)
      if (!isatty(fd))
        try {
          closeSync(fd);
        } catch {
          // Closed already.
        }
  });
}
