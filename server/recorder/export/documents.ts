import { cleanText } from "../../../tools/kit/untrusted.ts";
import type {
  FullRecord,
  Recording,
  Summary,
  Transcript,
} from "../../../tools/recorder/contract.ts";

/** What was said, a line for each stretch of speech. */
export function toTxt({ text }: Transcript): string {
  return `${plain(text)}\n`;
}

/** All that is known, as the contract's full record. */
export function toJson(record: FullRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** The summary, where there is one, then the transcript with its times. Foreign text cannot become markup. */
export function toMd(
  recording: Recording,
  transcript: Transcript,
  summary: Summary | null,
): string {
  const lines = [
    `# Recording of ${recording.started_at.slice(0, 16).replace("T", " ")} UTC`,
    "",
    `- Length: ${time(recording.duration_s)}`,
    ...(recording.device_id === undefined ? [] : [`- Device: ${escaped(recording.device_id)}`]),
    `- Id: ${escaped(recording.id)}`,
    `- Transcript by ${escaped(transcript.model)}, language ${escaped(transcript.language)}`,
    "",
    ...summaryLines(summary),
    "## Transcript",
    "",
    ...transcriptLines(transcript),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function summaryLines(summary: Summary | null): string[] {
  if (!summary) return ["_There is no summary yet._", ""];
  const list = (title: string, items: readonly string[], mark: string) =>
    items.length === 0
      ? []
      : [`### ${title}`, "", ...items.map((item) => `${mark} ${escaped(item)}`), ""];
  return [
    "## Summary",
    "",
    escaped(summary.overview),
    "",
    ...list("Key points", summary.key_points, "-"),
    ...list("Action items", summary.action_items, "- [ ]"),
    `_Summary by ${escaped(summary.model)}_`,
    "",
  ];
}

function transcriptLines({ segments, text }: Transcript): string[] {
  if (segments.length === 0) return [text === "" ? "_Nothing was said._" : escaped(text)];
  return segments.flatMap((segment) => [`**${time(segment.start)}** ${escaped(segment.text)}`, ""]);
}

/** Text as text: whatever Markdown or HTML would read as markup is escaped, and line ends are blanks. */
function escaped(text: string): string {
  return (
    plain(text)
      .replaceAll(/\s+/g, " ")
      .trim()
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll(/[\\`*_{}[\]#|~!]/g, String.raw`\$&`)
      .replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)
      .replace(/^([-+=])/, String.raw`\$1`)
      // Bare addresses become links by themselves.
      .replaceAll(/\b(https?|ftp|mailto|www)([:.])/gi, "$1\u200b$2")
  );
}

const plain = (text: string) => cleanText(text);

/** As `1:02:03`, or `2:03` below an hour. */
function time(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}
