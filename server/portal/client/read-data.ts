import type { Json } from "../../../tools/kit/json.ts";
import { decode } from "../decode.ts";
import { guardAddress } from "../raw/fetch-raw.ts";
import type { Session } from "./session.ts";

/** Reads the value of a data service. With `needed`, a null is taken for a session that ended: once a session. */
export type ReadData = (path: string, needed?: boolean) => Promise<Json>;

export function dataReader(session: Session): ReadData {
  /** Path → the generation of the session in which its null turned out to be its value. */
  const nulls = new Map<string, number>();
  return async (path, needed = false) => {
    const answer = await session.get(path, { json: true, guard: guardAddress }, (seen, again) => {
      const isKnown = nulls.get(path) === session.generation();
      return needed && !again && !isKnown && isNull(seen.body);
    });
    if (needed && isNull(answer.body)) nulls.set(path, session.generation());
    return decode(answer);
  };
}

const isNull = (body: Uint8Array) =>
  body.length < 100 && /^\s*\{\s*"d"\s*:\s*null\s*\}\s*$/.test(Buffer.from(body).toString());
