import { z } from "zod";
import type { Words } from "../kit/define-tool.ts";
import { effect } from "./read-back.ts";

/** What a deletion answers: the names, and whether reading back finds them gone. */
export const Gone = z.object({
  effective: z.boolean(),
  gone: z.array(z.string()),
});

export function goneWords(found: z.output<typeof Gone>): Words {
  const names = found.gone.slice(0, 10).join(", ");
  return {
    say: `Deleted ${names}${found.gone.length > 10 ? ` and ${found.gone.length - 10} more` : ""}. ${effect(found.effective)}`,
  };
}
