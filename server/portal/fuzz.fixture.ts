import { Agent } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ERROR_STATUS } from "../../tools/portal/contract.ts";
import { type Answer, sendOver, sendText } from "./fuzz-send.fixture.ts";
import { inventRequest, type Operation, oddText } from "./invent-request.fixture.ts";
import { openPortal } from "./open-portal.ts";
import { openApi } from "./openapi.ts";
import { MEMBER } from "./portal.fixture.ts";
import type { Random } from "./raw/generated-paths.fixture.ts";
import { createFakePortal } from "./simulator/simulator.ts";
import type { ExpiryStyle, Trouble } from "./simulator/switches.ts";

export type FuzzResult = {
  requests: number;
  byStatus: Map<number, number>;
  /** What somebody would call a fault of ours, with the request. */
  faults: string[];
};

const AT_ONCE = 8;
const STYLES: ExpiryStyle[] = ["302", "cookieless", "200", "401", "403", "d-null"];
const TROUBLES: Trouble[] = [
  "yellow-screen",
  "asmx-error",
  "html",
  "truncated",
  "bom",
  "windows-1252",
  "offsite",
  "loop",
  "no-location",
  "to-logout",
  "refused",
  "reset",
  "unavailable",
  "unauthorized",
  "bot-header",
  "hang",
  "not-found",
];
const TROUBLED = ["getaccount", "getplans", "getweather"].map(
  (it) => `/services/portal.asmx/${it}`,
);

/**
 * Generated requests to every route of a served wrapper until `more` says stop; the same numbers make the same
 * requests. With `sick` the fake portal behind it has ever new troubles, and its failures are no faults of ours.
 */
export async function fuzzPortal(what: {
  random: Random;
  sick: boolean;
  more: (requests: number) => boolean;
}): Promise<FuzzResult> {
  const { random, sick } = what;
  let offset = 0;
  const now = () => Date.UTC(2026, 4, 1) + offset;
  const fake = createFakePortal({ now });
  const portal = openPortal(
    { ...MEMBER, port: 0 },
    { now, fetch: answerOf(fake.fetch), spacingMs: 0, timeoutMs: 40, probeTimeoutMs: 40 },
  );
  const { url, close } = await portal.serve();
  const operations = operationsOf();
  const judge = judgeOf(operations, sick);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const result: FuzzResult = { requests: 0, byStatus: new Map(), faults: [] };
  const note = (said: string, answer: Answer, fault: string | undefined) => {
    result.requests++;
    result.byStatus.set(answer.status, (result.byStatus.get(answer.status) ?? 0) + 1);
    if (fault !== undefined) result.faults.push(`${fault}: ${said} → ${answer.text.slice(0, 200)}`);
  };
  try {
    while (what.more(result.requests)) {
      if (sick) makeSick(fake.state, random);
      const batch = Array.from({ length: AT_ONCE }, () => inventRequest(operations, random));
      offset += AT_ONCE * 1000;
      await Promise.all(
        batch.map(async (asked) => {
          const answer = await sendOver(agent, url, asked);
          note(JSON.stringify(asked), answer, judge(asked.operation, asked.method, answer));
        }),
      );
      if (random() < 0.1) {
        const text = oddText(random);
        const odd = await sendText(url, text);
        note(JSON.stringify(text), odd, odd.status >= 500 ? "a 5xx for an odd request" : undefined);
      }
      forget(fake.state);
    }
    return result;
  } finally {
    agent.destroy();
    await close();
  }
}

/** The portal answers for itself, and every other address is a control server that wants a password. */
function answerOf(portal: (request: Request) => Promise<Response>) {
  return (request: Request) =>
    `${new URL(request.url).origin}/` === MEMBER.portalUrl
      ? portal(request)
      : Promise.resolve(new Response(null, { status: 401 }));
}

function operationsOf(): Operation[] {
  const { paths, components } = openApi("");
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const error = ajv.compile(components.schemas.Error);
  return Object.entries(paths).map(([path, { get }]) => ({
    path,
    parameters: get.parameters,
    success: ajv.compile(get.responses[200].content["application/json"].schema),
    error,
  }));
}

const OURS = new Set(["internal", "roster_invalid", "roster_missing", "not_configured"]);

function judgeOf(operations: Operation[], sick: boolean) {
  const anyError = operations[0]?.error;
  return (operation: Operation, method: string, { status, text }: Answer): string | undefined => {
    if (method === "HEAD") return text === "" ? undefined : "a HEAD with a body";
    const body = parsed(text);
    if (body === undefined) return "no JSON";
    if (status === 200) return wrong(operation.success, body);
    if (!anyError?.(body)) return "no Error";
    const code = (body as { code: string }).code; // as the schema of the error says
    if (!(code in ERROR_STATUS)) return "an unknown code";
    if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status)
      return "a code with a wrong status"; // it is in there
    if (OURS.has(code) || (status >= 500 && !sick)) return "a 5xx that is ours";
    return undefined;
  };
}

function wrong(validate: ValidateFunction, body: unknown): string | undefined {
  if (validate(body)) return undefined;
  const [first] = validate.errors ?? [];
  return `not its schema (${first?.instancePath} ${first?.message})`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type State = ReturnType<typeof createFakePortal>["state"];

function makeSick({ switches, sessions }: State, random: Random): void {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  switches.troubles.clear();
  for (const path of [...TROUBLED, "/", "/reservations.aspx", "/launchpad.aspx"]) {
    const trouble = pick(TROUBLES);
    if (trouble && random() < (path === "/" ? 0.05 : 0.3)) switches.troubles.set(path, trouble);
  }
  switches.expiry = pick(STYLES) ?? "302";
  switches.accountIsNull = random() < 0.1;
  switches.reservationTable = random() < 0.8;
  if (random() < 0.2) sessions.clear();
}

/** What the fake remembers of millions of requests is not the wrapper's memory. */
function forget(state: State): void {
  state.requests.length = 0;
  state.spent.length = 0;
  state.counts.clear();
  state.tickets.clear();
}
