import type { Json } from "../../kit/json.ts";

export type LoggedRequest = {
  method: string;
  /** With root, version and query, as it came. */
  path: string;
  body?: Json;
  /** Missing while it is not answered. */
  status?: number;
};

const READS = ["GET", "HEAD", "OPTIONS"];
const MOST_KEPT = 20_000;

/** Every request that reached the simulator, refused ones included. */
export type RequestLog = {
  /** The latest 20,000. */
  all: LoggedRequest[];
  /** How many there were, of one method or of all. */
  count: (method?: string) => number;
  /** Those that could have changed something, in the order in which they came. */
  mutations: () => LoggedRequest[];
  clear: () => void;
};

export function createRequestLog(): RequestLog & { add: (request: LoggedRequest) => void } {
  const all: LoggedRequest[] = [];
  const counts = new Map<string, number>();
  return {
    all,
    add: (request) => {
      all.push(request);
      if (all.length > MOST_KEPT) all.splice(0, all.length - MOST_KEPT);
      counts.set(request.method, (counts.get(request.method) ?? 0) + 1);
    },
    count: (method) =>
      method === undefined
        ? [...counts.values()].reduce((sum, one) => sum + one, 0)
        : (counts.get(method) ?? 0),
    mutations: () => all.filter((request) => !READS.includes(request.method)),
    clear: () => {
      all.length = 0;
      counts.clear();
    },
  };
}
