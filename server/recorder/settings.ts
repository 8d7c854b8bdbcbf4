/** What the server has to be told. */
export type RecorderServerSettings = {
  /** Where everything is kept. One server at a time. */
  folder: string;
  version: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Whether recordings may be listed without a key; searching what was said takes one in any case. */
  openListing: boolean;
  maxAudioBytes: number;
  /** How long an upload may stand still; it is ended as well where it trickles. */
  idleMs: number;
  /** A client that for so long reads nothing of an answer is cut off, within twice as long. */
  unreadMs: number;
  /** Requests a minute for each key; 0 for no limit. */
  requestsPerMinute: number;
  /** Further names under which a proxy reaches the server. */
  hostNames: readonly string[];
  /** Certificate and key, PEM; without them it speaks plain HTTP. */
  tls?: { cert: string; key: string };
};

export const DEFAULTS = {
  host: "127.0.0.1",
  port: 7411,
  openListing: false,
  maxAudioBytes: 2 * 2 ** 30,
  idleMs: 30_000,
  // Long, because a player that has heard enough for now reads some megabytes at a time; one that was cut off comes back by Range.
  unreadMs: 600_000,
  requestsPerMinute: 1_200,
  hostNames: [],
} as const satisfies Partial<RecorderServerSettings>;
