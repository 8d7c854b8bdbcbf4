import { cut } from "../../../tools/kit/untrusted.ts";
import { type SearchHit, transcript } from "../../../tools/recorder/contract.ts";
import { type KeptRecording, TRANSCRIPT } from "../storage/kept-recording.ts";
import type { Blobs } from "../storage/storage.ts";

const MOST_OF_ONE = 3;
const MOST_CHARACTERS = 240;

/** Where in the transcripts the words were said: at most three places of a recording, those with the most words first. */
export async function searchHits(
  records: readonly KeptRecording[],
  q: string,
  blobs: Blobs,
): Promise<SearchHit[]> {
  const words = wordsOf(q);
  const hits: SearchHit[] = [];
  for (const { id } of records) {
    const text = await blobs.read(id, TRANSCRIPT);
    if (text === undefined) continue;
    const { segments } = transcript.parse(JSON.parse(text));
    const found = segments
      .map((segment) => ({ segment, words: countWords(segment.text, words) }))
      .filter((each) => each.words > 0)
      .sort((a, b) => b.words - a.words || a.segment.start - b.segment.start)
      .slice(0, MOST_OF_ONE)
      .sort((a, b) => a.segment.start - b.segment.start);
    for (const { segment } of found)
      hits.push({
        recording_id: id,
        start: segment.start,
        end: segment.end,
        text: cut(segment.text, MOST_CHARACTERS),
      });
  }
  return hits;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** As the index compares: without case and accents. */
const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function countWords(text: string, sought: readonly string[]): number {
  const said = wordsOf(text);
  return sought.filter((word) => said.some((each) => each.startsWith(word))).length;
}
