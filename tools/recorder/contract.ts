/** What crosses the wire between recorder, server, their tools and other programs. Device and server import it here. */
export * from "./contract-device.ts";
export * from "./contract-errors.ts";
export * from "./contract-ingest.ts";
export * from "./contract-jobs.ts";
export * from "./contract-query.ts";
export * from "./contract-recording.ts";
