const NAMES = ["kitchen", "desk", "pi-2", "studio", "van", "Office", "rec_7", "upstairs"];
const TOPICS: [says: string, words: string][] = [
  ["the budget", "budget"],
  ["Thursday", "Thursday"],
  ["milk and bread", "milk and bread"],
  ["Peter's electrician", "Peter's electrician"],
  ["the new tables", "new tables"],
  ["deleting the old release", "deleting the old release"],
  ["stop signs", "stop signs"],
  ["how to record a podcast", "how to record a podcast"],
  ["the last one", "last one"],
  ["the customers in Chile", "customers in Chile"],
];
const FORMATS: [says: string, format: string][] = [
  ["srt", "srt"],
  ["SRT", "srt"],
  ["vtt", "vtt"],
  ["WebVTT", "vtt"],
  ["markdown", "md"],
  ["md", "md"],
  ["plain text", "txt"],
  ["txt", "txt"],
  ["json", "json"],
  ["wav", "wav"],
  ["ogg", "ogg"],
];
const CODECS: [says: string, codec: string][] = [
  ["opus", "opus"],
  ["Opus", "opus"],
  ["adpcm", "adpcm"],
  ["wav", "wav_pcm_s16le"],
  ["wav_pcm_s16le", "wav_pcm_s16le"],
  ["PCM", "wav_pcm_s16le"],
];
const ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A filler of the placeholders in the recorder's paraphrases, with everything drawn at random. */
export function recorderDraws(next: () => number): (text: string) => string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T; // never empty
  const [f, format] = pick(FORMATS);
  const [x, words] = pick(TOPICS);
  const [c, codec] = pick(CODECS);
  const drawn: Record<string, string> = {
    d: pick(NAMES),
    x,
    X: words,
    f,
    F: format,
    c,
    C: codec,
    i: `01K${Array.from({ length: 23 }, () => pick(Array.from(ULID))).join("")}`,
  };
  return (text) => text.replaceAll(/\{(\w)\}/g, (whole, key: string) => drawn[key] ?? whole);
}
