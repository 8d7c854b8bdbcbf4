// undici is CommonJS: a bundler gives a lazy import of it no names, and a static one all of them. So the lazy import
// is of this file.
export { Agent, buildConnector, fetch } from "undici";
