import { randomUUID } from "node:crypto";
import type { Confirmed } from "./confirm.ts";
import type { Call, WriteTool } from "./define-tool.ts";
import { HubError, sentence } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { Permit } from "./permit.ts";
import { type Plan, type PlannedRequest, planEffect, type Sent } from "./plan.ts";
import { auditCall, failed, type Outcome, type RequestState, type Road, words } from "./road.ts";

type ConfirmedPlan = {
  tool: WriteTool;
  args: Record<string, unknown>;
  plan: Plan;
  road: Road;
  call: Call;
  confirmed: Confirmed;
};

/**
 * Sends the requests of a confirmed plan in order, each once, and reads the target back. Stops at the first that
 * fails and then says what is done and what is not. Throws only before the first request has left.
 */
export async function runPlan(
  what: ConfirmedPlan,
  onSending: (begun: string[]) => Promise<void>,
): Promise<Outcome> {
  const { tool, args, plan, road, call, confirmed } = what;
  await road.state.spend(plan.requests.length);
  const callId = randomUUID();
  const about = {
    call: callId,
    ...auditCall(call),
    tool: tool.name,
    effect: planEffect(plan, tool.effect),
    args,
  };
  // True from the moment a request is about to leave: before that, a failure means that nothing was sent.
  let leaving = false;
  const permit = Permit.grant(plan.requests, planEffect(plan, tool.effect), {
    gates: road.gates,
    state: road.state,
    audit: async (request, wire) => {
      const line = `${wire.method} ${wire.path}`;
      const body = request.body;
      await road.state.audit({
        ...about,
        event: "intent",
        plan: plan.sentence,
        request: line,
        body,
        confirmed,
      });
      // Again: the log may have kept this waiting while somebody stopped all writes.
      road.state.refuseInPanic();
      leaving = true;
    },
  });
  const sent: Sent[] = [];
  for (const [index, request] of plan.requests.entries()) {
    leaving = false;
    try {
      call.signal.throwIfAborted();
      await onSending(plan.requests.slice(0, index + 1).map((r) => r.wire));
      sent.push(await tool.send(request, permit, call));
    } catch (thrown) {
      const failure = call.signal.aborted
        ? new HubError("interrupted", "It was interrupted.", { cause: thrown })
        : HubError.from(thrown);
      const result = `${failure.problem}: ${failure.message}`;
      // The intent line is on disk already; a lost outcome line must not hide what happened from the caller.
      await road.state
        .audit({ event: "outcome", call: callId, request: request.wire, result })
        .catch(() => undefined);
      return broken(plan, sent, failure, leaving ? "failed" : "not sent");
    }
    const done = sent[index];
    if (!done) break;
    try {
      await road.state.audit({ event: "outcome", call: callId, ...outcomeLine(done) });
    } catch (thrown) {
      return broken(plan, sent, unwritable(thrown), "not sent");
    }
    if (done.state === "accepted") break;
  }
  return checked(what, sent);
}

function unwritable(cause: unknown): HubError {
  return new HubError(
    "failed",
    "The audit log can no longer be written, so nothing more is sent.",
    {
      advice: "Make room in the state folder and look at the present state before going on.",
      cause,
    },
  );
}

function outcomeLine(done: Sent): { request: string; result: string; job?: string } {
  return {
    request: done.request.wire,
    result: done.state,
    ...(done.job === undefined ? {} : { job: done.job }),
  };
}

async function checked(what: ConfirmedPlan, sent: Sent[]): Promise<Outcome> {
  const { tool, args, plan, road, call } = what;
  const requests = states(plan, sent);
  const accepted = sent.find((s) => s.state === "accepted");
  if (accepted) {
    const left = plan.requests.length - sent.length;
    const say = [
      `Accepted, not yet effective: ${accepted.request.title} still runs as job ${accepted.job ?? "(no id given)"}.`,
      left > 0 ? `Not sent: ${titles(plan.requests.slice(sent.length))}.` : "",
      "Wait for it with job_wait.",
    ];
    const data = { status: "accepted", plan: plan.sentence, requests };
    return { ok: true, data, ...words({ say: say.filter(Boolean).join(" ") }, road.source, data) };
  }
  try {
    const result = tool.output.parse(await tool.check(args, sent, call));
    const data = { status: "done", plan: plan.sentence, requests, result } as JsonObject; // parsed JSON
    return { ok: true, data, ...words(tool.tell(result), road.source, data) };
  } catch (thrown) {
    // The write is done whatever the read-back says: it must not look like a failure that invites a second one.
    const error = HubError.from(thrown);
    const data = { status: "done", plan: plan.sentence, requests };
    const say = `Done: ${titles(plan.requests)}. Reading it back did not work: ${sentence(error)}`;
    return { ok: true, data, ...words({ say }, road.source, data) };
  }
}

const UNSURE = new Set(["unavailable", "timed-out", "interrupted"]);

function broken(
  plan: Plan,
  sent: Sent[],
  failure: HubError,
  state: "failed" | "not sent",
): Outcome {
  const at = sent.length;
  const before = titles(plan.requests.slice(0, at));
  const isUndone = state === "not sent" || failure.nothingDone;
  const after = titles(plan.requests.slice(isUndone ? at : at + 1));
  const unsure = !isUndone && UNSURE.has(failure.problem);
  const message = [
    failure.message,
    at > 0 ? `Done before that: ${before}.` : "",
    unsure ? `Whether it took effect is unknown: ${plan.requests[at]?.title}.` : "",
    after ? `Not done: ${after}.` : "",
  ];
  // "Try again" would be the advice for a read: a write that may have happened is looked for first.
  const advice = unsure
    ? "Look at its present state before anything is sent again."
    : failure.advice;
  const error = new HubError(failure.problem, message.filter(Boolean).join(" "), {
    ...(advice === undefined ? {} : { advice }),
    alternatives: failure.alternatives,
    cause: failure.cause,
  });
  const requests = states(plan, sent);
  const bad = requests[at];
  if (bad) bad.state = unsure ? "unknown" : state;
  return failed(error, { status: "failed", plan: plan.sentence, requests });
}

function states(plan: Plan, sent: Sent[]): RequestState[] {
  return plan.requests.map((request, index) => {
    const done = sent[index];
    return {
      request: request.wire,
      state: done?.state ?? "not sent",
      ...(done?.job === undefined ? {} : { job: done.job }),
      ...(done?.version === undefined ? {} : { version: done.version }),
    };
  });
}

const titles = (requests: PlannedRequest[]) => requests.map((r) => r.title).join("; ");
