import assert from "node:assert/strict";
import { type JsonObject, parseJson } from "../../kit/json.ts";
import type { JobView } from "./job-book.ts";
import { DEMO_PASSWORD, DEMO_USERNAME, type SimulatorOptions } from "./options.ts";
import { createSimulator, type Simulator } from "./simulator.ts";

export type Answer = { status: number; text: string; json: JsonObject };

export type Session = {
  simulator: Simulator;
  /** Sends one request, path with root and version, and reads the answer. */
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Sends a mutation, lets its job end, and gives the job. */
  work: (method: string, path: string, body?: unknown) => Promise<JobView>;
  /** Moves the clock on. */
  pass: (seconds: number) => void;
};

export const BASIC = `Basic ${btoa(`${DEMO_USERNAME}:${DEMO_PASSWORD}`)}`;

/** A simulator on a clock that only the test moves. */
export function session(options: SimulatorOptions = {}): Session {
  let milliseconds = Date.parse("2026-11-20T10:00:00Z");
  const simulator = createSimulator({ now: () => milliseconds, ...options });
  const pass = (seconds: number) => {
    milliseconds += seconds * 1000;
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const request = new Request(`https://cluster.example${path}`, {
      method,
      headers: { authorization: BASIC },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await simulator.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    const json = isJson ? parseJson(text) : {};
    assert.ok(typeof json === "object" && json !== null && !Array.isArray(json));
    return { status: response.status, text, json };
  };
  const work = async (method: string, path: string, body?: unknown) => {
    const accepted = await ask(method, path, body);
    assert.equal(accepted.status, 202, accepted.text);
    const [job] = list<JobView>(accepted, "jobs");
    assert.ok(job);
    pass(3);
    const version = path.includes("/v2/") ? "v2" : "v3";
    const [over] = list<JobView>(await ask("GET", `/mgmt/${version}/jobs/${job.jobId}`), "jobs");
    assert.ok(over);
    return over;
  };
  return { simulator, ask, work, pass };
}

/** The list in an answer. The caller says what is in it; the tests' assertions find out whether that is so. */
export function list<Item = Record<string, unknown>>(answer: Answer, name: string): Item[] {
  const found = answer.json[name];
  assert.ok(Array.isArray(found), answer.text);
  return found as Item[]; // see above
}

export function message(answer: Answer): string {
  const { status } = answer.json as { status?: { message?: string } }; // the envelope of every answer
  return status?.message ?? "";
}
