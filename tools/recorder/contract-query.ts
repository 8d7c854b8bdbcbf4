import { z } from "zod";
import { syncState } from "./contract-recording.ts";

const LIMIT_DEFAULT = 50;
const LIMIT_MOST = 200;

/** A list is asked for with these. A `limit` above 200 is taken as 200; 0, less, and what is no integer is refused. */
export const listQuery = z.object({
  limit: z
    .int()
    .min(1)
    .default(LIMIT_DEFAULT)
    .transform((asked) => Math.min(asked, LIMIT_MOST))
    .describe(`More than ${LIMIT_MOST} is taken as ${LIMIT_MOST}`),
  cursor: z.string().min(1).max(1_024).optional().describe("The next_cursor of the page before"),
  sync_state: syncState.optional(),
});

/** The server's list also searches: all the words of `q`, in what was said. */
export const searchQuery = listQuery.extend({
  q: z.string().min(1).max(200).optional().describe("Words that were said"),
});

export const EXPORT_FORMATS = ["wav", "ogg", "txt", "srt", "vtt", "md", "json"] as const;
export const exportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof exportFormat>;
