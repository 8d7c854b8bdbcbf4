import { createRoad, createShelf } from "../tools/kit/shelf.fixture.ts";
import { createMcpServer } from "./serve.ts";
import { runOnStdio } from "./stdio.ts";

/** A whole server process over a shelf, for the tests that need one: it also prints where it must not. */
const code = await runOnStdio(async () => {
  const shelf = createShelf();
  const { road, close } = await createRoad();
  console.log("a stray line on standard output");
  process.stdout.write("and another\n");
  process.once("exit", () => void close());
  const serving = {
    name: "shelf",
    title: "Shelf",
    version: "0",
    instructions: "Things on a shelf.",
    tools: shelf.tools,
    road,
    principal: "local:ada",
  };
  return { make: () => createMcpServer(serving) };
});
process.exit(code);
