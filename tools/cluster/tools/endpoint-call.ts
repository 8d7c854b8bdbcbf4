import { z } from "zod";
import { type Call, defineWrite } from "../../kit/define-tool.ts";
import { HubError } from "../../kit/errors.ts";
import { type Json, parseJson } from "../../kit/json.ts";
import { cleanText, cut } from "../../kit/untrusted.ts";
import { belowRoot } from "../api-root.ts";
import { blastRadius, objectPath } from "../blast-radius.ts";
import { type Classified, classify } from "../classify.ts";
import type { ClusterClient } from "../client.ts";
import { shortText } from "../inputs.ts";
import { fitting, present } from "../outputs.ts";
import { parseQuery } from "../query.ts";

const input = z.object({
  method: z.enum(["POST", "PUT", "PATCH", "DELETE"]).describe("Verb"),
  path: shortText(2000).describe("/filesystems/fs1"),
  body: shortText(100_000).optional().describe("JSON object"),
  query: shortText(1000).optional().describe("a=b&c=d"),
});

type Args = z.output<typeof input>;

export const endpointCall = (cluster: ClusterClient) =>
  defineWrite({
    name: "endpoint_call",
    title: "Call endpoint",
    description:
      "Any other writing endpoint: filesystems, nodes, remote clusters. Unknown ones destroy.",
    effect: "changes",
    mayDestroy: true,
    input,
    output: z.object({
      answer: z.string(),
      now: z.string(),
    }),

    async plan(args, call) {
      const { target, body, query } = judged(cluster, args);
      // Before anything is read: an object that the rules hide must not show through its blast radius.
      const refused = cluster.gates.paths.refuse(target.touches);
      if (refused) throw refused;
      const blast = await blastRadius(cluster, target, call);
      const { kind, name } = blast.target;
      const what = target.route?.purpose ?? "an endpoint that is not known here";
      const request = await cluster.prepare(
        {
          title: `${args.method} ${target.path} (${what})`,
          method: writing(target),
          path: target.path,
          ...present({ body: body ?? undefined, query }),
          destroys: target.effect === "destroys" || isQuota(target),
          alsoTouches: blast.alsoTouches,
        },
        call,
      );
      return {
        sentence: `Send ${request.wire} for the ${kind} ${name}: ${what}.`,
        target: blast.target,
        requests: [request],
        facts: blast.facts,
        bound: blast.bound,
      };
    },

    send: cluster.send,

    async check(args, sent, call) {
      const { target } = judged(cluster, args);
      const last = sent.at(-1);
      return {
        answer: fitting(JSON.stringify(last?.answer ?? {}), 4_000),
        now: await now(cluster, target, call),
      };
    },

    tell: (found) => ({
      say: `Done. What is there now:`,
      data: found.now,
    }),
  });

function judged(cluster: ClusterClient, args: Args) {
  const body = args.body === undefined ? undefined : jsonOf(args.body);
  const query = args.query === undefined ? undefined : parseQuery(args.query);
  const path = belowRoot(args.path, cluster.apiRoot);
  return { target: classify(args.method, path, body, query), body, query };
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new HubError("bad-input", "The body is not JSON.", {
      advice: 'Write an object such as {"name": "value"}.',
      cause,
    });
  }
}

/** A limit set past quota_set: nobody has compared it with the use. */
const isQuota = (target: Classified) => target.path.endsWith("/quotas");

function writing(target: Classified) {
  if (target.method === "GET") throw new HubError("bad-input", "Reads go through endpoint_read.");
  return target.method;
}

/** The object as it reads now; a few words where it is gone, or cannot be read by its path. */
async function now(cluster: ClusterClient, target: Classified, call: Call): Promise<string> {
  try {
    const { json } = await cluster.read(objectPath(target), {}, call);
    return fitting(JSON.stringify(json), 6_000);
  } catch (thrown) {
    if (!(thrown instanceof HubError)) throw thrown;
    if (thrown.problem === "not-found") return "not there";
    return cut(cleanText(`not readable: ${thrown.message}`), 300);
  }
}
