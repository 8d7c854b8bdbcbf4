/** The container, told by its first 12 bytes and never by a name; undefined for anything else. */
export function sniffAudio(start: Uint8Array): "wav" | "ogg" | undefined {
  const word = (from: number) => String.fromCharCode(...start.subarray(from, from + 4));
  if (word(0) === "OggS") return "ogg";
  if ((word(0) === "RIFF" || word(0) === "RF64") && word(8) === "WAVE") return "wav";
  return undefined;
}
