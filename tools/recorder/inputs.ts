import { z } from "zod";
import { shortText } from "../kit/inputs.ts";
import { RECORDING_ID, SYNC_STATES } from "./contract.ts";

// Refinements and not patterns: the rule is told when it is broken, and costs the model nothing until then.

export const recordingRef = z
  .string()
  .refine((text) => RECORDING_ID.test(text), { error: 'An id of recording_list, or "last".' })
  .describe('Id, or "last"');

export const device = shortText(64).optional().describe("Device, if not the first");

/** Where a recording is looked for. */
export const on = shortText(64).optional().describe('"server" or a device');

export const cursor = shortText(1024).optional().describe("Of the answer before");
export const syncState = z.enum(SYNC_STATES).optional().describe("Only these");
export const file = shortText(1000).describe("Path below the open folder");

/** Of what a job of the server makes. */
export const waitForIt = z.boolean().optional().describe("Wait until it is made");
