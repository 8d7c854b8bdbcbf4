import { createFakePortal, type FakePortalOptions } from "../simulator/simulator.ts";
import { createLimiter } from "./limiter.ts";
import { createSession } from "./session.ts";

type Outside = {
  /** Stands between the session and the fake; may hold an answer back. */
  pass?: (request: Request, answer: (request: Request) => Promise<Response>) => Promise<Response>;
  origin?: string;
  timeoutMs?: number;
};

/** A session at a fake portal. `seen` are the addresses of all requests; `clock` may be moved. */
export function startSession(
  options: FakePortalOptions["switches"] = {},
  password = options.password ?? "correct horse",
  {
    pass = (request, answer) => answer(request),
    origin = "https://portal.test",
    timeoutMs = 1000,
  }: Outside = {},
) {
  const fake = createFakePortal({ switches: options });
  const clock = { ms: 1_000_000, version: "1", password };
  const seen: string[] = [];
  const now = () => clock.ms;
  const session = createSession({
    line: {
      origin,
      timeoutMs,
      limit: createLimiter(2, 0, now),
      fetch: (request) => {
        seen.push(request.url);
        return pass(request, fake.fetch);
      },
    },
    paths: () => ({ login: "/", proof: "/Launchpad.aspx" }),
    credentials: () => ({ user: "stargazer", password: clock.password, version: clock.version }),
    now,
    random: () => 0.5,
  });
  const get = () =>
    session.get("/Services/Portal.asmx/GetAccount", { json: true }, (answer, again) => {
      return !again && Buffer.from(answer.body).toString() === '{"d":null}';
    });
  return { ...fake, session, get, clock, seen };
}

/** Whether what was thrown has this code. */
export const failing = (code: string) => (thrown: unknown) =>
  typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === code;
