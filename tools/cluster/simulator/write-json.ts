import { stringify } from "lossless-json";

/** JSON text in which a bigint is a bare integer, as a cluster writes its 64-bit ids. */
export function writeJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (refused) {
    // JSON.stringify refuses a bigint; only the few answers that hold one pay for the slower writer.
    if (!(refused instanceof TypeError)) throw refused;
    return stringify(value) ?? "null";
  }
}
