import { sentence } from "../tools/kit/errors.ts";
import { cleanText } from "../tools/kit/untrusted.ts";
import type { DeviceNews } from "./open-device.ts";
import type { News } from "./recorder.ts";

/** Where the news of a device go: lines that stay, and one that is drawn over. */
export type Screen = { line: (text: string) => void; meter: (text: string) => void };

/** How often the meter is drawn anew, in seconds of audio. */
const METER_EVERY_S = 0.2;
const METER_CELLS = 24;
const QUIETEST_DB = -60;

/** Tells a person what the device does: what begins and ends as lines, the level as a meter. */
export function createConsole(screen: Screen): (news: DeviceNews) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  return (news) => {
    switch (news.type) {
      case "started":
        drawn = Number.NEGATIVE_INFINITY;
        screen.line(`● recording ${news.recording.id}`);
        return;
      case "level":
        if (news.seconds - drawn < METER_EVERY_S) return;
        drawn = news.seconds;
        screen.meter(meter(news.seconds, news.levelDb));
        return;
      case "silence":
        screen.line(
          `  nothing has been heard for ${Math.round(news.seconds)} s: is the input the right one?`,
        );
        return;
      case "ended":
        screen.line(
          `■ kept ${news.recording.id}, ${clock(news.recording.duration_s)}${because(news)}`,
        );
        return;
      case "lost":
        screen.line(
          `✗ the recording is not on the shelf yet: ${cleanText(news.trouble.message)}; tried again at the next`,
        );
        return;
      case "upload-progress":
        screen.meter(uploadMeter(news.bytes, news.recording.size_bytes ?? 0));
        return;
      case "uploaded":
        screen.line(`↑ uploaded ${news.recording.id} to ${cleanText(news.place)}`);
        return;
      case "upload-failed":
        screen.line(
          `  not uploaded: ${news.recording.id}: ${sentence(news.trouble)}${again(news)}`,
        );
        return;
      case "uploads-wait":
        screen.line(`  ${news.why} PUT /api/v1/device/config sets that; see /docs.`);
        return;
      case "paired":
        screen.line(`⇄ paired with ${cleanText(news.name)}`);
        return;
      case "code-used-up":
        screen.line("  the pairing code was answered wrongly too often; restart for another");
        return;
      case "not-findable":
        screen.line("  this network knows no multicast: the device is not found by itself");
    }
  };
}

function again({ againInSeconds }: DeviceNews & { type: "upload-failed" }): string {
  if (againInSeconds === undefined) return " It waits for another config.";
  return ` Again in ${clock(againInSeconds)}.`;
}

function uploadMeter(bytes: number, of: number): string {
  const share = of > 0 ? Math.min(1, bytes / of) : 0;
  const full = Math.round(share * METER_CELLS);
  return `  uploading ${"▮".repeat(full)}${"▯".repeat(METER_CELLS - full)} ${Math.round(share * 100)} %`;
}

function because({ why, trouble }: News & { type: "ended" }): string {
  const words = {
    asked: "",
    limit: "; it reached the longest that is allowed",
    disk: "; the disk ran low",
    source: "; the source gave no more",
  }[why];
  return trouble ? `${words} (${cleanText(trouble.message)})` : words;
}

/** “00:12 ▮▮▮▮▯▯ -23 dB”. */
export function meter(seconds: number, levelDb: number): string {
  const share = 1 - Math.min(0, Math.max(QUIETEST_DB, levelDb)) / QUIETEST_DB;
  const full = Math.round(share * METER_CELLS);
  return `  ${clock(seconds)} ${"▮".repeat(full)}${"▯".repeat(METER_CELLS - full)} ${Math.round(levelDb)} dB`;
}

/** Seconds as `mm:ss`, or `h:mm:ss`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = `${two(minutes)}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
