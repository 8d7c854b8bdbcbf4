import { readAsset } from "../../../tools/kit/web/read-asset.ts";

// Run by the build, which has the files beside it; a built program has these texts instead.
const read = (name: string) => readAsset(import.meta.url, name);

const STYLES = ["base", "header", "sites", "timeline", "tables", "columns", "narrow", "one-screen"];

/** What the page loads, by name. */
export const ASSETS: Record<string, string> = {
  "dashboard.css": STYLES.map((name) => read(`style/${name}.css`)).join("\n"),
  "light.js": read("client/light.js"),
  "main.js": read("client/main.js"),
  "live.js": read("client/live.js"),
  "morph.js": read("client/morph.js"),
  "contact.js": read("client/contact.js"),
  "icon.svg": read("style/icon.svg"),
};
