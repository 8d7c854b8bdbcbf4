import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@plussub/srt-vtt-parser";
import type { ServerClient } from "../tools/recorder/client/server-client.ts";
import { EXPORT_FORMATS, fullRecord } from "../tools/recorder/contract.ts";

/** As the parser has it; times in milliseconds. */
type Caption = { from: number; to: number; text: string };

const never = new AbortController().signal;

/** Exports a recording in all seven formats and has other programs judge them. Answers what they found wrong. */
export async function checkExports(
  client: ServerClient,
  id: string,
  folder: string,
): Promise<string[]> {
  const recording = await client.get(id, never);
  const transcript = await client.transcript(id, never);
  const summary = await client.summary(id, never);
  const wrong: string[] = [];
  const judge = (what: string, isRight: boolean) => {
    if (!isRight) wrong.push(`${what} of ${id}`);
  };
  for (const format of EXPORT_FORMATS) {
    const file = join(folder, `export.${format}`);
    await client.exportTo(id, format, { file, most: 2 ** 31 }, never);
    const text = () => readFileSync(file, "utf8");
    switch (format) {
      case "wav":
      case "ogg": {
        const probed = probe(file);
        judge(`${format} length`, Math.abs(probed.seconds - recording.duration_s) < 0.1);
        judge(`${format} codec`, probed.codec === (format === "wav" ? "pcm_s16le" : "opus"));
        if (format === "ogg") judge("opusinfo", !/WARNING|ERROR/i.test(opusinfo(file)));
        break;
      }
      case "srt":
      case "vtt": {
        const { entries }: { entries: Caption[] } = parse(text());
        const said = entries.map((entry) => entry.text).join(" ");
        judge(`${format} words`, words(said) === words(transcript.text));
        judge(
          `${format} order`,
          entries.every((entry) => entry.to > entry.from),
        );
        const longest = Math.max(
          0,
          ...entries.flatMap((entry) => entry.text.split("\n").map((line) => line.length)),
        );
        judge(`${format} line length`, longest <= 42);
        break;
      }
      case "txt":
        judge("txt words", words(text()) === words(transcript.text));
        break;
      case "md":
        judge("md summary", text().includes(summary.overview.slice(0, 20)));
        break;
      case "json":
        judge("json", fullRecord.parse(JSON.parse(text())).recording.sha256 === recording.sha256);
    }
  }
  judge("summary", summary.overview !== "" || transcript.text === "");
  return wrong;
}

/** Only the words and their order: lines are broken otherwise in each format. */
const words = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}']+/gu)
    ?.join(" ") ?? "";

function probe(file: string): { seconds: number; codec: string } {
  const how = ["-v", "error", "-show_entries", "format=duration:stream=codec_name", "-of", "json"];
  const found = JSON.parse(execFileSync("ffprobe", [...how, file], { encoding: "utf8" }));
  return { seconds: Number(found.format.duration), codec: String(found.streams[0].codec_name) };
}

const opusinfo = (file: string): string => execFileSync("opusinfo", [file], { encoding: "utf8" });
