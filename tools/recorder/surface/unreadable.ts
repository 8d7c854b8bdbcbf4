import { RequestError } from "@hono/node-server";
import { answerFailure, RecorderFailure, toFailure } from "./failure.ts";

/** The answer to a request that never gets as far as the endpoints: its address or its Host is none. */
export function answerUnreadable(thrown: unknown): Response {
  const failure =
    thrown instanceof RequestError
      ? new RecorderFailure("bad_request", "The request's address or Host cannot be read.")
      : toFailure(thrown);
  const answer = answerFailure(failure);
  answer.headers.set("referrer-policy", "no-referrer");
  return answer;
}
