import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { problemsText, type SettingProblem } from "./problems.ts";
import { type ReadOptions, readSettings } from "./read.ts";
import type { Settings } from "./schema.ts";

export const ACCOUNT = {
  CLUSTER_URL: "https://cluster.example:46443/",
  CLUSTER_USERNAME: "ada",
  CLUSTER_PASSWORD: "correct horse",
};

/** Called in a suite: a config folder that is new for each test, and ways to read what a test puts there. */
export function configFolder() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outpost-settings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (env: Record<string, string>, more: Partial<ReadOptions> = {}) =>
    readSettings({ env, cwd: folder, configFolder: folder, ...more });

  function settings(env: Record<string, string>, more: Partial<ReadOptions> = {}): Settings {
    const reading = read(env, more);
    assert.ok(reading.ok, reading.ok ? "" : problemsText(reading.problems));
    return reading.settings;
  }

  function problems(env: Record<string, string>, more: Partial<ReadOptions> = {}) {
    const reading = read(env, more);
    assert.ok(!reading.ok, "there should have been a problem");
    return reading.problems;
  }

  const put = (name: string, text: string, mode = 0o600): string => {
    writeFileSync(join(folder, name), text, { mode });
    chmodSync(join(folder, name), mode);
    return join(folder, name);
  };

  return { read, settings, problems, put, within: (name: string) => join(folder, name) };
}

/** The one problem there is. */
export function only(found: SettingProblem[]): SettingProblem {
  assert.equal(found.length, 1, problemsText(found));
  return found[0] ?? assert.fail();
}
