import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { suite, test } from "node:test";
import { inspect } from "node:util";
import { problemsText } from "./problems.ts";
import { SETTING_NAMES, writtenNames } from "./schema.ts";
import { ACCOUNT, configFolder, only } from "./settings.fixture.ts";

suite("where settings come from", () => {
  const { read, settings, problems, put, within } = configFolder();

  test("without any setting everything is shut and has its default", () => {
    const all = settings({});
    assert.equal(all.CLUSTER_ALLOW_WRITES, false);
    assert.equal(all.CLUSTER_ALLOW_DESTRUCTIVE, false);
    assert.equal(all.CLUSTER_CONFIRM, "ask");
    assert.equal(all.CLUSTER_CONFIRM_SECONDS, 300);
    assert.equal(all.CLUSTER_API_ROOT, "/mgmt");
    assert.equal(all.OUTPOST_WRITES_PER_HOUR, 60);
    assert.deepEqual(all.CLUSTER_DENY_PATHS, []);
  });

  test("an account is read, and its password shows nowhere", () => {
    const all = settings(ACCOUNT);
    assert.equal(all.CLUSTER_URL, "https://cluster.example:46443");
    assert.equal(all.CLUSTER_PASSWORD?.reveal(), "correct horse");
    const printed = `${JSON.stringify(all)} ${inspect(all)} ${String(all.CLUSTER_PASSWORD)}`;
    assert.doesNotMatch(printed, /horse/);
    assert.match(printed, /\[secret\]/);
  });

  test("the environment counts before --env-file, that before .env, and that before config.json", () => {
    put(
      "config.json",
      '{"OUTPOST_MODEL_NAME": "d", "CLUSTER_API_ROOT": "/d", "OUTPOST_LOG": "info", "CLUSTER_WAIT_SECONDS": 7}',
    );
    put(".env", "OUTPOST_MODEL_NAME=c\nCLUSTER_API_ROOT=/c\nOUTPOST_LOG=debug\n");
    const envFile = put("given.env", "OUTPOST_MODEL_NAME=b\nCLUSTER_API_ROOT=/b\n");
    const all = settings({ OUTPOST_MODEL_NAME: "a" }, { envFile });
    assert.deepEqual(
      [all.OUTPOST_MODEL_NAME, all.CLUSTER_API_ROOT, all.OUTPOST_LOG, all.CLUSTER_WAIT_SECONDS],
      ["a", "/b", "debug", 7],
    );
    assert.equal(read({}, { envFile }).origins.CLUSTER_API_ROOT, envFile);
  });

  test("a .env in the working folder is not read", () => {
    put(".env", "CLUSTER_ALLOW_WRITES=true\n");
    const all = settings({}, { configFolder: within("elsewhere") });
    assert.equal(all.CLUSTER_ALLOW_WRITES, false);
  });

  test("each name with a letter wrong, missing, doubled or swapped stops the start and is named", () => {
    for (const known of SETTING_NAMES.flatMap(writtenNames)) {
      const middle = Math.floor(known.length / 2);
      const [before, at, next, after] = [
        known.slice(0, middle),
        known.charAt(middle),
        known.charAt(middle + 1),
        known.slice(middle + 2),
      ];
      const typos = [
        `${before}${next}${after}`,
        `${before}${at}${at}${next}${after}`,
        `${before}${next}${at}${after}`,
        `${before}Q${next}${after}`,
        known.toLowerCase(),
      ];
      for (const typo of typos) {
        if (typo === known) continue;
        const problem = only(problems({ [typo]: "x" }));
        assert.equal(problem.name, typo);
        assert.match(problem.fix, new RegExp(`Did you mean ${known.slice(0, 4)}`));
      }
    }
  });

  test("a name of ours that reads like a guard and is none stops the start", () => {
    for (const name of [
      "CLUSTER_WRITES_ALLOWED",
      "CLUSTER_DENY",
      "OUTPOST_ALLOW_WRITES",
      "OUTPOST_REQUIRE_CONFIRMATION",
      "cluster_path_allowlist",
    ])
      assert.match(only(problems({ [name]: "1" })).wrong, /reads like a guard/);
  });

  test("the name of a setting that comes as a file, without its _FILE, stops the start", () => {
    for (const name of ["CLUSTER_CA", "PORTAL_MAP", "RECORDER_DEVICES", "DEVICE_FIRMWARE_KEY"])
      assert.equal(only(problems({ [name]: "/somewhere" })).fix, `Did you mean ${name}_FILE?`);
  });

  test("names of other programs are left alone, unprefixed HOST, PORT and TOKEN included", () => {
    settings({ HOST: "h", PORT: "1", TOKEN: "t", PATH: "/bin", SOME_ALLOW_LIST: "x", CI: "" });
  });

  test("a secret may come from a file, which must be closed to others, there, and not empty", () => {
    const file = put("password", "from file\n");
    const { CLUSTER_PASSWORD: _, ...rest } = ACCOUNT;
    const with_ = (name: string) => ({ ...rest, CLUSTER_PASSWORD_FILE: name });
    assert.equal(settings(with_(file)).CLUSTER_PASSWORD?.reveal(), "from file");
    assert.equal(settings(with_("password")).CLUSTER_PASSWORD?.reveal(), "from file");
    chmodSync(file, 0o644);
    assert.match(only(problems(with_(file))).fix, /chmod 600/);
    assert.match(only(problems(with_("missing"))).wrong, /cannot be read \(ENOENT\)/);
    assert.match(only(problems(with_(put("empty", "\n")))).wrong, /empty/);
    assert.match(only(problems({ ...ACCOUNT, CLUSTER_PASSWORD_FILE: file })).wrong, /both/);
  });

  test("a .env that holds a secret must be closed to others; one without may be open", () => {
    put(".env", "OUTPOST_LOG=info\n", 0o644);
    assert.equal(settings({}).OUTPOST_LOG, "info");
    const path = put(".env", "ANTHROPIC_API_KEY=k\n", 0o644);
    assert.equal(only(problems({})).name, path);
  });

  test("config.json must be JSON of settings, and knows no other names", () => {
    put("config.json", "{");
    assert.match(only(problems({})).wrong, /not JSON/);
    put("config.json", "[1]");
    assert.match(only(problems({})).wrong, /does not hold settings/);
    put("config.json", '{"$schema": "x", "colour": "red"}');
    assert.equal(only(problems({})).name, "colour");
  });

  test("an --env-file that is not there is a problem", () => {
    assert.match(only(problems({}, { envFile: within("nope") })).wrong, /cannot be read/);
  });

  test("all problems are reported together, a line each, and none holds a secret", () => {
    const text = problemsText(
      problems({
        ...ACCOUNT,
        CLUSTER_URL: "https://ada:open/sesame@x",
        CLUSTER_CONFIRM: "never",
        CLUSTER_ALOW_WRITES: "1",
        OUTPOST_HTTP_TOKEN: "tooshort",
        OUTPOST_WRITES_PER_HOUR: "-1",
      }),
    );
    assert.equal(text.split("\n").length, 5);
    assert.match(text, /CLUSTER_URL in the environment is “https:\/\/…@x”/);
    assert.doesNotMatch(text, /tooshort|ada|sesame/);
  });

  test("settings that are fixed cannot be overridden, nor mixed with others of their group", () => {
    put(".env", "CLUSTER_CA_FILE=/nowhere\nCLUSTER_DENY_PATHS=/x\nOUTPOST_LOG=debug\n");
    const all = settings(
      { CLUSTER_API_ROOT: "/other" },
      {
        fixed: {
          name: "the demo",
          values: { ...ACCOUNT, CLUSTER_ALLOW_WRITES: "true" },
          only: ["cluster"],
        },
      },
    );
    assert.equal(all.CLUSTER_API_ROOT, "/mgmt");
    assert.deepEqual(all.CLUSTER_DENY_PATHS, []);
    assert.equal(all.OUTPOST_LOG, "debug");
  });
});
