import type { TestContext } from "node:test";
import { collectGarbage } from "../../tools/kit/collect-garbage.fixture.ts";

/** Collects garbage again and again, as a busy process does, until the test is over. Rejects after ten seconds. */
export function collectOften(t: TestContext): Promise<never> {
  const collecting = setInterval(collectGarbage, 20);
  return new Promise((_resolve, reject) => {
    const late = setTimeout(() => reject(new Error("it was never given up")), 10_000);
    t.after(() => {
      clearInterval(collecting);
      clearTimeout(late);
    });
  });
}
