import assert from "node:assert/strict";
import { test } from "node:test";
import { childEnvironment } from "./child-environment.ts";

test("a program that we start sees neither our settings nor what is named like a secret", () => {
  const seen = childEnvironment({
    PATH: "/bin",
    AUDIODRIVER: "pulseaudio",
    XDG_RUNTIME_DIR: "/run",
    CLUSTER_PASSWORD: "x",
    DEVICE_SHELF: "x",
    ANTHROPIC_API_KEY: "x",
    GITHUB_TOKEN: "x",
    AWS_SECRET_ACCESS_KEY: "x",
  });
  assert.deepEqual(Object.keys(seen), ["PATH", "AUDIODRIVER", "XDG_RUNTIME_DIR"]);
});
