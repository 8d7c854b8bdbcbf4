import { takeApproval, waitFor } from "./approvals.ts";
import type { Call } from "./define-tool.ts";
import { HubError } from "./errors.ts";
import { hasPin } from "./pin.ts";
import type { Question } from "./question.ts";
import type { Asking, Outcome, Road, Step } from "./road.ts";

/**
 * How a person said yes, as the audit log has it in `confirmed`. `elicitation`: to a question that the client put.
 * `flag`: beforehand, by --approve on the command line. `approve`: by `outpost approve CODE` and the PIN. `client`:
 * the operator set CLUSTER_CONFIRM=client, and the client asks by its own means.
 */
export type Confirmed = "elicitation" | "flag" | "approve" | "client";

type Verdict =
  | { kind: "confirmed"; how: Confirmed }
  | Extract<Step, { kind: "ask" }>
  | { kind: "waiting"; outcome: Outcome };

/**
 * The ladder: an answer that came back, the client's own approval where the operator chose that, a question through
 * the client, a question through `outpost approve`, and otherwise no. Throws HubError where the answer is no.
 */
export async function confirm(what: {
  question: Question;
  bind: string;
  road: Road;
  call: Call;
  asking: Asking;
}): Promise<Verdict> {
  const { question, bind, road, call, asking } = what;
  if (asking.answer) {
    checkAnswer(question, bind, road, asking.answer);
    return { kind: "confirmed", how: asking.answer.by ?? "elicitation" };
  }
  if (road.confirm === "client") return { kind: "confirmed", how: "client" };
  if (asking.canAsk) return { kind: "ask", question, ticket: road.tickets.issue(bind) };
  if (await takeApproval(road.state, bind)) return { kind: "confirmed", how: "approve" };
  if (hasPin(road.state.folder))
    return { kind: "waiting", outcome: await waiting(question, bind, road, call) };
  throw new HubError(
    "not-allowed",
    "This needs a person's yes, and this client cannot ask for it.",
    {
      advice:
        "Nothing was changed. Use a client with elicitation (Outpost itself is one), or let the operator set a PIN with `outpost pin`.",
    },
  );
}

function checkAnswer(
  question: Question,
  bind: string,
  road: Road,
  answer: NonNullable<Asking["answer"]>,
): void {
  // First of all: whatever the answer is, the ticket is used up by it.
  road.tickets.redeem(answer.ticket, bind);
  if (answer.action !== "accept")
    throw new HubError(
      "declined",
      answer.action === "cancel"
        ? "The question was closed without an answer. Nothing was changed."
        : "The person said no. Nothing was changed.",
    );
  const content = answer.content;
  if (typeof content !== "object" || content === null)
    throw new HubError("declined", "The answer was not a clear yes. Nothing was changed.");
  if (question.typedName === undefined) {
    if (!("confirm" in content) || content.confirm !== true)
      throw new HubError("declined", "The answer was not a clear yes. Nothing was changed.");
  } else if (!("name" in content) || content.name !== question.typedName)
    throw new HubError("declined", "The typed name was not the target's. Nothing was changed.");
}

async function waiting(question: Question, bind: string, road: Road, call: Call): Promise<Outcome> {
  const pending = await waitFor(road.state, {
    bind,
    principal: call.principal,
    client: call.client,
    tool: question.tool,
    question,
    expires: road.state.now().getTime() + road.confirmSeconds * 1000,
  });
  const text = pending.approved
    ? "Approved; make the same call again."
    : `Waiting for a person: the operator runs \`outpost approve ${pending.code}\` in a terminal, then make the same call again. Nothing was changed yet.`;
  return {
    ok: true,
    text,
    data: {
      status: "waiting",
      plan: question.sentence,
      requests: question.requests.map(({ wire }) => ({ request: wire, state: "not sent" })),
      approve_code: pending.code,
      expires_at: new Date(pending.expires).toISOString(),
    },
  };
}
