import { z } from "zod";
import { HubError } from "../../../../tools/kit/errors.ts";
import { jsonOrNothing } from "../../../../tools/kit/json.ts";
import { cleanText, quoted } from "../../../../tools/kit/untrusted.ts";
import type { HeardSegment } from "../transcriber.ts";
import { languageCode } from "./language-code.ts";

/** What is used of a `verbose_json` answer; servers add much more, and some leave out all but the text. */
const answerBody = z.object({
  text: z.string(),
  language: z.string().optional(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
});

export type Answer = { language: string | undefined; segments: HeardSegment[] };

/**
 * Reads a speech server's answer. Its words are foreign text: cleaned of what a terminal would obey.
 * Throws HubError `failed` for anything that is no transcription.
 * @param length seconds of the audio that was sent
 */
export function readAnswer(text: string, length: number): Answer {
  const parsed = answerBody.safeParse(jsonOrNothing(text));
  if (!parsed.success)
    throw new HubError("failed", `The speech server answered no transcription: ${quoted(text)}.`);
  const { language, segments = [] } = parsed.data;
  const words = plain(parsed.data.text);
  const spoken = segments.map((one) => ({ ...one, text: plain(one.text) }));
  const whole = words === "" ? [] : [{ start: 0, end: length, text: words }];
  return {
    language: language === undefined ? undefined : languageCode(language),
    segments: segments.length === 0 ? whole : spoken,
  };
}

function plain(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, " ").trim();
}
