/** A time of the cluster without its fractions of a second: "2026-02-14 05:57:21,051". */
export function toSecond(time: string | undefined): string | undefined {
  return time?.replace(/(:\d\d)[.,]\d+/, "$1");
}
