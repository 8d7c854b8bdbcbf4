import { SETTING_NAMES, settingOf, writtenNames } from "./schema.ts";
import type { Group } from "./setting.ts";

const TITLES: Record<Group, string> = {
  cluster: "The cluster",
  portal: "The telescope portal",
  device: "The voice recorder: device",
  server: "The voice recorder: server",
  recorder: "The voice recorder: tools",
  hub: "The hub",
  model: "The model",
  http: "MCP over HTTP",
};

/** The settings as Markdown tables, a group each, for the block in config/README.md. */
export function settingsTable(): string {
  const groups = Object.keys(TITLES) as Group[]; // keyof a literal: these and no others
  return groups.map((group) => `### ${TITLES[group]}\n\n${tableOf(group)}`).join("\n\n");
}

function tableOf(group: Group): string {
  const rows = SETTING_NAMES.filter((name) => settingOf(name).group === group).map((name) => {
    const { says, secret } = settingOf(name);
    const names = writtenNames(name).map((written) => `\`${written}\``);
    return `| ${names.join(" or ")} | ${defaultOf(name)} | ${says.replaceAll("|", "\\|")}${secret ? " Secret." : ""} |`;
  });
  return ["| setting | default | what it does |", "|---|---|---|", ...rows].join("\n");
}

function defaultOf(name: (typeof SETTING_NAMES)[number]): string {
  const { type, otherwise } = settingOf(name);
  if (otherwise !== undefined) return otherwise;
  const value = type.parse(undefined);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `\`${value}\``
    : "";
}
