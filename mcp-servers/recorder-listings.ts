import { type Recorder, recorderTools } from "../tools/recorder/index.ts";
import { absentSystem } from "./absent-system.ts";
import { listingOf, type ToolListing } from "./served-tool.ts";

/** How the recorder's tools are listed. The build replaces this module by its result. */
export const recorderListings: readonly ToolListing[] = recorderTools(
  absentSystem<Recorder>("the recorder"),
).map(listingOf);
