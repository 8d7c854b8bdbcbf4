/** What device and server share over HTTP. */
export * from "./bearer.ts";
export * from "./create-surface.ts";
export * from "./cursor.ts";
export * from "./failure.ts";
export * from "./read-json.ts";
export * from "./read-query.ts";
export * from "./serve-audio.ts";
export * from "./shared-routes.ts";
