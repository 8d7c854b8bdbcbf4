/** What a call can do to the world. Gates, confirmation, MCP hints, audit and colour all follow from it. */
export type Effect = "reads" | "changes" | "destroys";
