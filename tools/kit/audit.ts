import { createHash } from "node:crypto";
import { open, truncate } from "node:fs/promises";
import { join } from "node:path";
import { appendSynced, readIfThere, writeWhole } from "./durable.ts";
import { HubError } from "./errors.ts";
import { canonicalJson, type Json, type JsonObject } from "./json.ts";
import { redact } from "./redact.ts";

export type AuditEvent = {
  event: "intent" | "outcome" | "refused" | "approved" | "recovered";
  call?: string;
  who?: string;
  client?: string;
  tool?: string;
  effect?: string;
  args?: unknown;
  plan?: string;
  request?: string;
  body?: unknown;
  confirmed?: string;
  job?: string;
  result?: string;
};

export type AuditLine = { seq: number; time: string; prev: string; hash: string } & {
  [member: string]: Json;
};

type Head = { count: number; hash: string; bytes: number };

export const GENESIS = "0".repeat(64);
const EMPTY: Head = { count: 0, hash: GENESIS, bytes: 0 };

export function auditFiles(folder: string): { lines: string; head: string } {
  return { lines: join(folder, "audit.jsonl"), head: join(folder, "audit.head.json") };
}

/**
 * Appends one line, chained to the line before by its SHA-256, and fsyncs it before resolving. The caller holds the
 * state lock. Secrets are redacted here, so no caller can forget to.
 */
export async function appendAudit(folder: string, now: Date, event: AuditEvent): Promise<void> {
  const files = auditFiles(folder);
  const head = await settledHead(files, now);
  await appendLine(files, head, now, event);
}

async function appendLine(
  files: { lines: string; head: string },
  head: Head,
  now: Date,
  event: AuditEvent,
): Promise<Head> {
  const redacted = redact(event) as JsonObject; // redact keeps an object an object
  const body = { seq: head.count + 1, time: now.toISOString(), prev: head.hash, ...redacted };
  const hash = lineHash(body);
  const text = `${JSON.stringify({ ...body, hash })}\n`;
  await appendSynced(files.lines, text);
  const next = { count: body.seq, hash, bytes: head.bytes + Buffer.byteLength(text) };
  await writeWhole(files.head, JSON.stringify(next));
  return next;
}

/** SHA-256 (hex) over the canonical JSON of a line without its own hash. */
export function lineHash(line: { [member: string]: unknown }): string {
  const { hash: _, ...body } = line;
  return createHash("sha256").update(canonicalJson(body)).digest("hex");
}

/**
 * The head to chain the next line to. A process killed between writing a line and writing the head leaves a file
 * that is longer than the head says: whole lines there are kept, a torn one (never acknowledged) is cut and said so.
 */
async function settledHead(files: { lines: string; head: string }, now: Date): Promise<Head> {
  const stored = await readIfThere(files.head);
  const head = stored === undefined ? EMPTY : (JSON.parse(stored) as Head); // our own file
  const tail = await readFrom(files.lines, head.bytes);
  if (tail === undefined && head.bytes > 0)
    throw new HubError(
      "failed",
      "The audit log is shorter than its head says; nothing may be written.",
      {
        advice: "Run `outpost audit verify`, and keep both files as evidence.",
      },
    );
  if (!tail) return head;
  let settled = head;
  let rest = tail;
  for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
    const text = rest.slice(0, end);
    const line = JSON.parse(text) as AuditLine; // a whole line is one that we wrote
    settled = {
      count: settled.count + 1,
      hash: line.hash,
      bytes: settled.bytes + Buffer.byteLength(text) + 1,
    };
    rest = rest.slice(end + 1);
  }
  // One line alone is what a process leaves that was killed before it could write the first head. That head comes
  // before a second line, so that two lines without one are never left by kills.
  if (stored === undefined && settled.count === 1)
    await writeWhole(files.head, JSON.stringify(settled));
  if (stored === undefined && settled.count > 1) {
    if (rest !== "") await truncate(files.lines, settled.bytes);
    return appendLine(files, settled, now, {
      event: "recovered",
      result: `the head file was missing; this goes on after the ${settled.count} lines that were there`,
    });
  }
  if (rest === "") return settled;
  await truncate(files.lines, settled.bytes);
  return appendLine(files, settled, now, {
    event: "recovered",
    result: `cut a torn line of ${Buffer.byteLength(rest)} bytes that was never acknowledged`,
  });
}

/** The text of the file from `start` bytes on; undefined where the file is missing or shorter than that. */
async function readFrom(path: string, start: number): Promise<string | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    if (size < start) return undefined;
    const bytes = Buffer.alloc(size - start);
    await file.read(bytes, 0, bytes.length, start);
    return bytes.toString("utf8");
  } finally {
    await file.close();
  }
}
