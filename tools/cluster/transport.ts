import { until } from "./until.ts";

/** One HTTP request as the client makes it. `body` is JSON text. */
type Ask = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/** What came back, its body not read yet. `discard` lets go of a body that nobody will read. */
export type Reply = {
  status: number;
  contentType: string;
  body: AsyncIterable<Uint8Array>;
  discard(): void;
};

/** How requests leave. Never follows a redirect. */
export type Transport = { exchange(ask: Ask): Promise<Reply>; close(): Promise<void> };

/** The seam for tests and the demo: a simulator, or anything else that is `(Request) → Promise<Response>`. */
export function throughFetch(fetch: (request: Request) => Promise<Response>): Transport {
  return {
    async exchange({ url, signal, ...init }) {
      const request = new Request(url, { ...init, signal, redirect: "manual" });
      const response = await until(signal, fetch(request));
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "",
        body: response.body ?? empty(),
        discard: () => void response.body?.cancel().catch(() => undefined),
      };
    },
    close: async () => undefined,
  };
}

async function* empty(): AsyncGenerator<Uint8Array> {}
