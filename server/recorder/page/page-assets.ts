import { readAsset } from "../../../tools/kit/web/read-asset.ts";

// Run by the build, which has the files beside it; a built program has these texts instead.
const read = (name: string) => readAsset(import.meta.url, name);

/** What the page loads, by name. */
export const ASSETS: Record<string, string> = {
  "page.css": ["base", "list", "recording"].map((name) => read(`style/${name}.css`)).join("\n"),
  "main.js": read("client/main.js"),
  "api.js": read("client/api.js"),
  "words.js": read("client/words.js"),
  "list.js": read("client/list.js"),
  "recording.js": read("client/recording.js"),
  "jobs.js": read("client/jobs.js"),
  "player.js": read("client/player.js"),
  "icon.svg": read("style/icon.svg"),
};
