import type { z } from "zod";
import type { ErrorCode } from "../../contract.ts";

/** With JSON of a schema, with one of several media types that are no JSON, or without a body. */
export type Answer = {
  says: string;
  json?: z.ZodType;
  types?: string[];
  headers?: Record<string, string>;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  schema: z.ZodType;
  says: string;
  required?: boolean;
};

/** One endpoint, as both the description and the contract's test read it. */
export type Operation = {
  method: "get" | "put" | "post" | "delete";
  path: string;
  id: string;
  says: string;
  tag: string;
  parameters?: Parameter[];
  body?: { json: z.ZodType } | { type: string; schema: object };
  answers: Record<number, Answer>;
  /** Those of its own; what every endpoint may answer is added. */
  errors: ErrorCode[];
  /** Answers without a token. */
  isOpen?: boolean;
};
