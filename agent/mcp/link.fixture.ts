import { createMcpServer } from "../../mcp-servers/serve.ts";
import { defineRead } from "../../tools/kit/define-tool.ts";
import type { Question } from "../../tools/kit/question.ts";
import { createRoad, createShelf } from "../../tools/kit/shelf.fixture.ts";
import type { AskPerson, PersonAnswer } from "../events.ts";
import { type LocalServer, transportTo } from "./in-process.ts";
import { connectLink, type Link } from "./link.ts";

const never = new AbortController().signal;

/** What a call is made with that nobody stops and nobody watches. */
export const quiet = { signal: never, progress: () => undefined };

/** A link named "shelf" to any server in this process. */
export const linkTo = async (server: LocalServer, ask: AskPerson, trusted = true): Promise<Link> =>
  connectLink({
    name: "shelf",
    transport: await transportTo(server),
    ask,
    version: "0",
    trusted,
  });

/** Does `work` with a link to the shelf's server, of which `more` are tools too. */
export async function withShelf<T>(
  ask: AskPerson,
  work: (link: Link, shelf: ReturnType<typeof createShelf>) => Promise<T>,
  more: Parameters<typeof defineRead>[0][] = [],
): Promise<T> {
  const shelf = createShelf();
  const { road, close } = await createRoad();
  const server = createMcpServer({
    name: "shelf",
    title: "Shelf",
    version: "0",
    instructions: "A shelf of things.",
    tools: [...shelf.tools, ...more.map((tool) => defineRead(tool))],
    road,
    principal: "local:ada",
  });
  const link = await linkTo(server, ask);
  try {
    return await work(link, shelf);
  } finally {
    await link.close();
    await close();
  }
}

/** A person who always says the same, and what they were asked. */
export const answering =
  (answer: PersonAnswer, seen: Question[] = []): AskPerson =>
  async (question) => {
    seen.push(question);
    return answer;
  };
