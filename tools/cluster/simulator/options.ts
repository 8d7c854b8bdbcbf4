/** Which versions of the API exist on the simulated cluster. `mixed`: see `route.ts`. */
export type Mode = "v3" | "v2" | "mixed";

/** Everything a person or a test can choose about the simulated cluster; each has a default. */
export type SimulatorOptions = {
  /** `v3`: v2 paths answer 404. `v2`: v3 paths answer 404. `mixed`: v3 offers a part, v2 everything. Default v3. */
  mode?: Mode;
  /** How many filesets fs1 has, its root fileset included. Default 26. */
  filesets?: number;
  /** Same seed, same cluster. Default 1. */
  seed?: number;
  /** The share of jobs that fail, from 0 to 1, drawn from the seed. Default 0. */
  failRate?: number;
  /** How long a job takes, in seconds of `now`; with 0 its effect is there when the request is answered. Default 2. */
  jobSeconds?: number;
  /** The clock, in milliseconds since 1970. Jobs are settled when somebody looks. Default Date.now. */
  now?: () => number;
  username?: string;
  password?: string;
  /** v3 mutations answer an operation `{name, done, metadata}`, polled at /operations/{id}, instead of a job. */
  operations?: boolean;
  /** fs1 gets a fileset "inbox" whose comment tries to command its reader, with terminal and bidi controls. */
  hostileComment?: boolean;
};

export const DEMO_USERNAME = "admin";
export const DEMO_PASSWORD = "outpost-demo";
