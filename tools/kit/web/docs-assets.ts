import { readAsset } from "./read-asset.ts";

export const DOCS_SCRIPT = readAsset(import.meta.url, "docs.js");
export const DOCS_STYLE = readAsset(import.meta.url, "docs.css");
