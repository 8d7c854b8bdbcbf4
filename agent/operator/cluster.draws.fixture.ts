import { random } from "./random.fixture.ts";

const EDGE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const MIDDLE = `${EDGE}._-`;
const LOOK_ALIKE =
  "list quota to snapshot delete link unlink create show with for job policy filesets full 10G free node from in at as of on fs1 status default user".split(
    " ",
  );
const NASTY = [...LOOK_ALIKE, "not", "it", "all", "don.t", "everything", "never", "a", "and", "or"];

/** Names for the placeholders of the cluster's paraphrases. */
export function names(seed: number): Record<string, string> {
  const next = random(seed);
  const pick = (from: string | readonly string[]) => from[Math.floor(next() * from.length)] ?? "";
  const plain = (): string => {
    const middle = Array.from({ length: 2 + Math.floor(next() * 9) }, () => pick(MIDDLE));
    const name = `${pick(EDGE)}${middle.join("")}${pick(EDGE)}`;
    // A digit inside keeps a draw from being a word of the language by chance.
    return /\d/.test(name) && !/^\d+(?:\.\d+)?[kmgtpb]*$/i.test(name) ? name : plain();
  };
  return {
    a: next() < 0.6 ? pick(LOOK_ALIKE) : plain(),
    q: next() < 0.7 ? pick(NASTY) : plain(),
    n: plain(),
    m: plain(),
    fs: plain(),
    s: plain(),
    t: plain(),
    node: plain(),
    user: plain(),
    job: String(1_000_000_000_000 + Math.floor(next() * 1e6)),
  };
}

export const fill = (text: string, drawn: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => drawn[key] ?? whole);
