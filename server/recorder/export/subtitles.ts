import type { Transcript } from "../../../tools/recorder/contract.ts";
import { cuesOf } from "./cues.ts";

/** SubRip: numbered, times with a comma, angle brackets told from tags by look-alikes, because it knows no escapes. */
export function toSrt({ segments }: Transcript): string {
  return cuesOf(segments)
    .map(({ startMs, endMs, lines }, at) => {
      const times = `${clock(startMs, ",")} --> ${clock(endMs, ",")}`;
      return `${at + 1}\n${times}\n${lines.map(withoutTags).join("\n")}\n\n`;
    })
    .join("");
}

/** WebVTT, with its three escapes. */
export function toVtt({ segments, language }: Transcript): string {
  const cues = cuesOf(segments).map(({ startMs, endMs, lines }) => {
    const times = `${clock(startMs, ".")} --> ${clock(endMs, ".")}`;
    return `${times}\n${lines.map(escaped).join("\n")}\n\n`;
  });
  const head = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) ? `\nLanguage: ${language}` : "";
  return `WEBVTT${head}\n\n${cues.join("")}`;
}

/** Two digits of hours at least; more where it takes more. */
function clock(ms: number, point: "," | "."): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = ms / 1000;
  const fraction = String(ms % 1000).padStart(3, "0");
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${point}${fraction}`;
}

const withoutTags = (line: string) => line.replaceAll("<", "‹").replaceAll(">", "›");

const escaped = (line: string) =>
  line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
