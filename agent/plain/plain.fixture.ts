import { PassThrough } from "node:stream";
import type { AuditLine } from "../../tools/kit/audit.ts";
import { auditLines } from "../../tools/kit/audit-verify.ts";
import { createRoad, createShelf } from "../../tools/kit/shelf.fixture.ts";
import { createAnthropic } from "../../tools/llm/anthropic.ts";
import { startFakeMessagesApi } from "../../tools/llm/fake-messages-api.ts";
import type { FakeStep } from "../../tools/llm/fake-messages-script.ts";
import { assembleHub } from "../assemble.ts";
import type { Hub } from "../hub.ts";

export type Desk = Awaited<ReturnType<typeof createDesk>>;

/** A person's desk without a screen: a hub over the shelf, a scripted model, and streams that a test reads and writes. */
export async function createDesk(steps: FakeStep[], options: { interactive?: boolean } = {}) {
  const api = await startFakeMessagesApi(steps);
  const shelf = createShelf();
  const { road, close: removeRoad } = await createRoad();
  const hub: Hub = assembleHub({
    llm: createAnthropic({ apiKey: "k", baseUrl: api.url }),
    mode: "destructive",
    simulated: false,
    // Retries wait for nothing here.
    clock: { now: () => performance.now(), random: () => 0, wait: async () => undefined },
    servings: async () => [
      {
        name: "shelf",
        title: "Shelf",
        version: "0",
        instructions: "",
        tools: shelf.tools,
        road,
        principal: "local:ada",
      },
    ],
  });
  const input = new PassThrough();
  const output = written();
  const errors = written();
  const interrupts = new Set<() => void>();
  return {
    hub,
    api,
    shelf,
    output,
    errors,
    /** How each write in the audit log was confirmed, by the field's word. */
    async confirmed(): Promise<unknown[]> {
      const lines: AuditLine[] = [];
      for await (const line of auditLines(road.state.folder)) lines.push(JSON.parse(line));
      return lines.filter(({ event }) => event === "intent").map((line) => line.confirmed);
    },
    io: {
      input,
      output: output.stream,
      errors: errors.stream,
      interactive: options.interactive ?? false,
      onInterrupt(listener: () => void) {
        interrupts.add(listener);
        return () => interrupts.delete(listener);
      },
    },
    type: (line: string) => input.write(`${line}\n`),
    endInput: () => input.end(),
    pressCtrlC(): void {
      for (const listener of interrupts) listener();
    },
    async close(): Promise<void> {
      await hub.close();
      await api.close();
      await removeRoad();
    },
  };
}

/** A stream that keeps what was written, and tells when something is there. */
function written() {
  const stream = new PassThrough();
  let text = "";
  const waiting = new Set<() => void>();
  stream.on("data", (bytes: Buffer) => {
    text += bytes.toString("utf8");
    for (const look of waiting) look();
  });
  return {
    stream,
    text: () => text,
    /** Resolves as soon as `words` stand in what was written, the first time or once more than `times`. */
    until: (words: string, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (text.split(words).length <= times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
