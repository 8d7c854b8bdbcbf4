export const CLIENTS = ["claude-desktop", "claude-code", "vscode", "cursor", "gemini-cli"] as const;
export type ClientName = (typeof CLIENTS)[number];

export type Launch = {
  /** Name under which the client lists the server. */
  name: string;
  command: string;
  args: string[];
  /** Settings that the server needs from its environment: names alone, a value is never printed. */
  env: string[];
};

export type Snippet = {
  /** Where it goes, in words. */
  where: string;
  /** JSON for a settings file, or one command for a shell. */
  text: string;
};

/**
 * The ready snippet that makes a client start this server. Values of the environment are left to the client's own
 * way of referring to them where it has one, and otherwise to Outpost's own settings files.
 */
export function printConfig(client: ClientName, launch: Launch): Snippet {
  const { name, command, args, env } = launch;
  const server = { command, args };
  switch (client) {
    case "claude-desktop":
      return {
        where: "claude_desktop_config.json (Settings, Developer, Edit Config)",
        text: json({ mcpServers: { [name]: server } }),
      };
    case "claude-code":
      return {
        where: "a shell",
        text: ["claude", "mcp", "add", "--scope", "user", name, "--", command, ...args]
          .map(shellWord)
          .join(" "),
      };
    case "vscode":
      return {
        where: ".vscode/mcp.json, or the user's mcp.json",
        text: json({
          servers: {
            [name]: { type: "stdio", ...server, ...variables(env, (n) => `\${env:${n}}`) },
          },
        }),
      };
    case "cursor":
      return {
        where: "~/.cursor/mcp.json",
        text: json({
          mcpServers: { [name]: { ...server, ...variables(env, (n) => `\${env:${n}}`) } },
        }),
      };
    case "gemini-cli":
      return {
        where: "~/.gemini/settings.json",
        text: json({ mcpServers: { [name]: { ...server, ...variables(env, (n) => `$${n}`) } } }),
      };
  }
}

function variables(
  env: string[],
  refer: (name: string) => string,
): { env?: Record<string, string> } {
  if (env.length === 0) return {};
  return { env: Object.fromEntries(env.map((name) => [name, refer(name)])) };
}

const json = (value: unknown) => JSON.stringify(value, undefined, 2);

function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
