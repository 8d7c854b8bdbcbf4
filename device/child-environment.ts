const OURS = /^(OUTPOST|DEVICE|SERVER|RECORDER|CLUSTER|PORTAL|ANTHROPIC)_/;
const SECRET = /TOKEN|SECRET|PASSW|KEY$/i;

/** The environment as a program may see it that we start: without our settings and without what is named like a secret. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !OURS.test(name) && !SECRET.test(name));
  return Object.fromEntries(kept);
}
