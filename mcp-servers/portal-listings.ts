import { type PortalClient, portalTools } from "../tools/portal/index.ts";
import { absentSystem } from "./absent-system.ts";
import { listingOf, type ToolListing } from "./served-tool.ts";

/** How the portal's tools are listed, the raw one too. The build replaces this module by its result. */
export const portalListings: readonly ToolListing[] = portalTools(
  absentSystem<PortalClient>("the portal"),
).map(listingOf);
