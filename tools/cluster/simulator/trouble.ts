import { setTimeout as wait } from "node:timers/promises";

/**
 * What can go wrong between a client and a cluster.
 * - `stack`: 500 with a stack trace as its body.  - `busy`: 503 with a status envelope.
 * - `html`: a proxy's page, with `status` (default 200) instead of an answer.
 * - `cut`: the body breaks off in the middle.  - `endless`: the body never ends.
 * - `slow`: the answer comes after `milliseconds` of real time.
 * - `drop`: the connection breaks before the request is looked at.
 * - `lost`: the request is carried out, and the connection breaks before the answer.
 */
type Trouble = {
  kind: "stack" | "busy" | "html" | "cut" | "endless" | "slow" | "drop" | "lost";
  status?: number;
  milliseconds?: number;
  /** Only requests of this method. */
  method?: string;
  /** Only paths, with their query, that match. */
  path?: RegExp;
  /** How many requests it hits; without it every one, until it is removed. */
  times?: number;
};

export type Troubles = {
  /** Returns what ends it. */
  cause: (trouble: Trouble) => () => void;
  clear: () => void;
};

type Answer = () => Promise<Response>;

export function createTroubles(): Troubles & {
  apply: (request: Request, path: string, answer: Answer) => Promise<Response>;
} {
  const waiting = new Set<Trouble>();
  const apply = async (request: Request, path: string, answer: Answer): Promise<Response> => {
    for (const trouble of waiting) {
      if (trouble.method !== undefined && trouble.method !== request.method) continue;
      if (trouble.path !== undefined && path.search(trouble.path) < 0) continue;
      if (trouble.times !== undefined && --trouble.times <= 0) waiting.delete(trouble);
      return await strike(trouble, request, answer);
    }
    return await answer();
  };
  const cause = (trouble: Trouble) => {
    const own = { ...trouble };
    waiting.add(own);
    return () => void waiting.delete(own);
  };
  return { apply, cause, clear: () => waiting.clear() };
}

async function strike(trouble: Trouble, request: Request, answer: Answer): Promise<Response> {
  switch (trouble.kind) {
    case "stack":
      return new Response(STACK, { status: 500, headers: { "content-type": "text/plain" } });
    case "busy":
      return Response.json(
        { status: { code: 503, message: "The server is busy. Try again later." } },
        { status: 503, headers: { "retry-after": "1" } },
      );
    case "html":
      return new Response(PROXY_PAGE, {
        status: trouble.status ?? 200,
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    case "cut":
      return cut(await answer());
    case "endless":
      return endless();
    case "slow":
      await wait(trouble.milliseconds ?? 1000, undefined, { signal: request.signal });
      return await answer();
    case "drop":
      throw new TypeError("The simulator dropped the connection.");
    case "lost":
      await (await answer()).arrayBuffer();
      throw new TypeError("The simulator dropped the connection after it did the work.");
  }
}

async function cut(whole: Response): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent) return controller.error(new TypeError("The simulator cut the body."));
      sent = true;
      controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
    },
  });
  const headers = new Headers(whole.headers);
  headers.set("content-length", String(bytes.length));
  return new Response(body, { status: whole.status, headers });
}

function endless(): Response {
  const spaces = new Uint8Array(65_536).fill(0x20);
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(spaces) });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

const STACK = `java.lang.NullPointerException: Cannot invoke "FilesetCache.get()" because "this.cache" is null
\tat com.example.gui.rest.FilesetResource.list(FilesetResource.java:214)
\tat com.example.gui.rest.Dispatcher.dispatch(Dispatcher.java:88)
\tat java.base/java.lang.Thread.run(Thread.java:840)
`;

const PROXY_PAGE = `<!doctype html><html><head><title>Sign in</title></head>
<body><h1>Sign in to the network</h1><p>Your session has expired.</p></body></html>`;
