import type { Tool } from "../tools/kit/define-tool.ts";
import type { ServedTool, ToolListing } from "./served-tool.ts";

/** Tools that are listed from plain data; the first call of any makes them all. */
export function deferredTools(
  listings: readonly ToolListing[],
  make: () => Promise<readonly Tool[]>,
): ServedTool[] {
  let made: Promise<Map<string, Tool>> | undefined;
  const tools = () => {
    made ??= make().then((list) => new Map(list.map((tool) => [tool.name, tool])));
    return made;
  };
  return listings.map((listing) => ({
    ...listing,
    load: async () => (await tools()).get(listing.name) ?? unlisted(listing.name),
  }));
}

function unlisted(name: string): never {
  throw new Error(`${name} is listed, but is no tool of this build`);
}
