import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { SETTING_NAMES, settingOf, writtenNames } from "./schema.ts";
import { ACCOUNT, configFolder, only } from "./settings.fixture.ts";

suite("what settings may hold", () => {
  const { settings, problems, put } = configFolder();

  test("a switch takes the usual words and nothing else", () => {
    for (const word of ["true", "1", "yes", "on", "TRUE", " On "])
      assert.equal(settings({ CLUSTER_ALLOW_WRITES: word }).CLUSTER_ALLOW_WRITES, true);
    for (const word of ["false", "0", "no", "off", "No"])
      assert.equal(settings({ CLUSTER_ALLOW_WRITES: word }).CLUSTER_ALLOW_WRITES, false);
    for (const word of ["ture", "2", "enabled", "y", "null"]) {
      const problem = only(problems({ CLUSTER_ALLOW_WRITES: word }));
      assert.equal(problem.fix, "Write true or false.");
      assert.match(problem.wrong, new RegExp(word));
    }
  });

  test("every setting refuses a literal variable and an empty value", () => {
    for (const name of SETTING_NAMES.flatMap(writtenNames)) {
      for (const literal of ["$" + "{CLUSTER_THING}", "$" + "{env:HOME}/x"])
        assert.match(problems({ [name]: literal })[0]?.wrong ?? "", /literally/);
      for (const empty of ["", "  "])
        assert.match(problems({ [name]: empty })[0]?.wrong ?? "", /is empty/);
    }
  });

  test("destructive calls cannot be opened without the others", () => {
    const problem = only(problems({ CLUSTER_ALLOW_DESTRUCTIVE: "true" }));
    assert.equal(problem.name, "CLUSTER_ALLOW_DESTRUCTIVE");
    settings({ CLUSTER_ALLOW_DESTRUCTIVE: "true", CLUSTER_ALLOW_WRITES: "true" });
  });

  test("half an account names what is missing", () => {
    const { CLUSTER_PASSWORD: _, ...half } = ACCOUNT;
    assert.equal(only(problems(half)).name, "CLUSTER_PASSWORD");
  });

  test("a model that is asked for needs a way to it", () => {
    assert.equal(only(problems({ OUTPOST_MODEL: "anthropic" })).name, "OUTPOST_MODEL");
    settings({ OUTPOST_MODEL: "anthropic", ANTHROPIC_API_KEY: "k" });
    settings({ OUTPOST_MODEL: "anthropic", ANTHROPIC_BASE_URL: "http://127.0.0.1:11434" });
    settings({ OUTPOST_MODEL: "offline" });
  });

  test("only HTTPS, and no account inside the address", () => {
    for (const url of [
      "http://c.example",
      "c.example",
      "https://a:b@c.example",
      "https://c.example/mgmt",
    ])
      assert.equal(only(problems({ ...ACCOUNT, CLUSTER_URL: url })).name, "CLUSTER_URL");
  });

  test("a fingerprint is read with and without colons", () => {
    const colons = Array.from({ length: 32 }, () => "AB").join(":");
    for (const pin of [colons, colons.replaceAll(":", "").toLowerCase()])
      assert.equal(settings({ CLUSTER_PIN_SHA256: pin }).CLUSTER_PIN_SHA256, colons);
    only(problems({ CLUSTER_PIN_SHA256: "AB:CD" }));
  });

  test("patterns are separated by white space, or are a list in config.json", () => {
    assert.deepEqual(settings({ CLUSTER_DENY_PATHS: "/a  /b\n/c" }).CLUSTER_DENY_PATHS, [
      "/a",
      "/b",
      "/c",
    ]);
    put("config.json", '{"CLUSTER_DENY_PATHS": ["/a", "/b"]}');
    assert.deepEqual(settings({}).CLUSTER_DENY_PATHS, ["/a", "/b"]);
  });

  test("instructions may stand in the setting, in a file, or in both", () => {
    const file = put("notes.md", "second\n", 0o644);
    const both = { CLUSTER_INSTRUCTIONS: "first", CLUSTER_INSTRUCTIONS_FILE: file };
    assert.equal(settings(both).CLUSTER_INSTRUCTIONS, "first\nsecond");
    assert.equal(settings({ CLUSTER_INSTRUCTIONS_FILE: file }).CLUSTER_INSTRUCTIONS, "second");
  });

  test("every setting has a sentence, and every secret can come from a file", () => {
    for (const name of SETTING_NAMES) {
      assert.match(settingOf(name).says, /\.$/);
      if (settingOf(name).secret) assert.ok(writtenNames(name).includes(`${name}_FILE`));
    }
  });
});
