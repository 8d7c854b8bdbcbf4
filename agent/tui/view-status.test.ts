import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { SystemHealth } from "../hub.ts";
import { STATUS } from "./fixtures/scripted-hub.ts";
import { freshState } from "./fixtures/states.ts";
import { rowText } from "./rows.ts";
import { statusRow } from "./view-status.ts";

const CLUSTER: SystemHealth = { name: "cluster", state: "degraded", words: "2 problems" };
const PORTAL: SystemHealth = { name: "portal", state: "healthy", words: "signed in" };

const line = (columns: number, systems: readonly SystemHealth[]) =>
  rowText(statusRow({ ...freshState(columns, 24), status: { ...STATUS, systems } }));

suite("systems in the status line", () => {
  test("one is told by its words alone, several by name", () => {
    assert.match(line(100, [CLUSTER]), /▲ 2 problems/);
    assert.doesNotMatch(line(100, [CLUSTER]), /cluster/);
    assert.match(line(100, [CLUSTER, PORTAL]), /▲ cluster 2 problems {2}● portal signed in/);
  });

  test("where it is narrow their names stay, and then the mode alone", () => {
    assert.match(line(60, [CLUSTER, PORTAL]), /▲ cluster {2}● portal/);
    assert.doesNotMatch(line(60, [CLUSTER, PORTAL]), /problems/);
    assert.match(line(20, [CLUSTER, PORTAL]), /DESTRUCTIVE/);
    for (let columns = 12; columns < 130; columns++)
      assert.ok(line(columns, [CLUSTER, PORTAL]).length <= columns, String(columns));
  });

  test("without a system there is none", () => {
    assert.doesNotMatch(line(100, []), /[●▲✗○]/);
  });
});
