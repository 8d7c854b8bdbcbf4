import { isObject, type Json, type JsonObject, parseJson } from "../../tools/kit/json.ts";
import type { Message, ToolResultBlock } from "../../tools/llm/llm.ts";
import type { Call, Card, Focus, Listed, Result } from "./card.ts";
import { unreadOf } from "./more.ts";
import { filesystemNames, found, rowsOf } from "./resolve.ts";
import { answerOf } from "./say.ts";
import type { Slots } from "./slots.ts";

/** One sentence of the person, and the calls it led to so far, round by round. */
export type Turn = { text: string; rounds: Result[][] };

/** What the conversation holds: read from its messages alone, so that it can be replayed and picked up anywhere. */
export type Memory = {
  focus: Focus;
  filesystems: readonly string[];
  homes: ReadonlyMap<string, string>;
  listed: Listed;
  unread: readonly Call[];
  /** The question that the person's next words may answer. */
  pending: { card: Card; slot: string; slots: Slots } | undefined;
  /** The last request that was understood, for "and on fs2?". */
  last: { card: Card; slots: Slots } | undefined;
};

export const EMPTY: Memory = {
  focus: { age: 99 },
  filesystems: [],
  homes: new Map(),
  listed: { recordings: [], age: 99 },
  unread: [],
  pending: undefined,
  last: undefined,
};

/** Cuts a conversation into turns. A round is whole when each of its calls has a result. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  let calls: { id: string; name: string; input: unknown }[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      calls = message.blocks.filter((block) => block.type === "tool_use");
      continue;
    }
    const results = message.blocks.filter((block) => block.type === "tool_result");
    if (results.length > 0) turns.at(-1)?.rounds.push(calls.map((made) => resultOf(made, results)));
    calls = [];
    const said = message.blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
    if (said.length > 0) turns.push({ text: said.join("\n"), rounds: [] });
  }
  return turns;
}

function resultOf(
  made: { id: string; name: string; input: unknown },
  results: readonly ToolResultBlock[],
): Result {
  const block = results.find((result) => result.id === made.id);
  const answer = answerOf(block?.text ?? "");
  const data = block?.data ?? objectIn(answer.structured);
  return {
    call: { tool: made.name, input: isObject(made.input) ? made.input : {} },
    ok: block !== undefined && !block.failed,
    text: block?.plain ?? answer.plain,
    data,
  };
}

function objectIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is known after a turn: its calls name what "it" is, its results what there is. */
export function learn(memory: Memory, turn: Turn): Memory {
  let { filesystems } = memory;
  const homes = new Map(memory.homes);
  let listed: Listed = { ...memory.listed, age: memory.listed.age + 1 };
  let focus: Focus = { ...memory.focus, age: memory.focus.age + 1 };
  for (const round of turn.rounds) {
    filesystems = listedIn(round) ?? filesystems;
    for (const result of round) {
      const { filesystem, fileset } = named(result);
      if (filesystem && fileset && found(result)) homes.set(fileset, filesystem);
      const recordings = recordingsIn(result);
      if (recordings) listed = { recordings, age: 0 };
    }
    focus = focusOf(round) ?? focus;
  }
  const last = turn.rounds.at(-1);
  const unread = last ? unreadOf(last) : memory.unread;
  return { ...memory, filesystems, homes, listed, unread, focus };
}

/** All filesystems, where a round has listed them. */
export function listedIn(round: readonly Result[]): readonly string[] | undefined {
  const lists = round.filter(
    ({ call, ok }) => ok && call.tool === "filesystem_list" && call.input.filesystem === undefined,
  );
  const names = lists.flatMap(filesystemNames);
  return names.length > 0 ? names : undefined;
}

const word = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

function named({ call: { tool, input } }: Result) {
  const ofFileset = tool.startsWith("quota_") && (input.kind ?? "fileset") === "fileset";
  const list =
    Array.isArray(input.snapshots) && input.snapshots.length === 1 ? input.snapshots[0] : undefined;
  return {
    filesystem: word(input.filesystem),
    fileset:
      word(input.new_name) ?? word(input.fileset) ?? (ofFileset ? word(input.name) : undefined),
    snapshot: word(input.snapshot) ?? word(list),
    job: word(input.job_id) ?? (typeof input.job_id === "number" ? `${input.job_id}` : undefined),
    node: word(input.node),
  };
}

/** The recording that a result tells of, or was about. */
function recordingIn({ call: { tool }, data }: Result): string | undefined {
  if (!/^(?:recording|transcript|summary)_/.test(tool)) return undefined;
  // What a write came to stands below what became of it.
  const told = isObject(data?.result) ? data.result : data;
  return word(told?.recording) ?? word(told?.id);
}

/** The recordings that a list or a search shows, line by line. */
function recordingsIn(result: Result): readonly string[] | undefined {
  const { tool } = result.call;
  const member =
    tool === "recording_list" ? "recordings" : tool === "recording_search" ? "hits" : undefined;
  if (member === undefined || !result.ok) return undefined;
  return rowsOf(result, member).map((row) => word(row.id) ?? word(row.recording) ?? "");
}

/** The object a round was about; undefined where it was about none or about several. */
function focusOf(round: readonly Result[]): Focus | undefined {
  // The same read on every filesystem is about the one where it found something.
  const about = round.length > 1 ? round.filter(found) : round;
  const [result] = about;
  if (!result || about.length !== 1) return undefined;
  const recording = recordingIn(result);
  if (recording !== undefined && result.call.tool !== "recording_delete")
    return { age: 0, kind: "recording", recording };
  const { filesystem, fileset, snapshot, node } = named(result);
  const job = named(result).job ?? jobIn(result);
  const gone = result.ok && result.call.tool.endsWith("_delete") && result.call.input.plan !== true;
  const kind =
    snapshot !== undefined && !gone
      ? "snapshot"
      : fileset !== undefined && !(gone && snapshot === undefined)
        ? "fileset"
        : filesystem !== undefined && !gone
          ? "filesystem"
          : job !== undefined
            ? "job"
            : node !== undefined
              ? "node"
              : undefined;
  if (kind === undefined) return gone ? { age: 99 } : undefined;
  const members = { kind, filesystem, snapshot: gone ? undefined : snapshot, fileset, job, node };
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return { age: 0, ...Object.fromEntries(present) };
}

/** The job that a write handed back, or that its words name. */
function jobIn({ data, text, call: { tool } }: Result): string | undefined {
  const requests = Array.isArray(data?.requests) ? data.requests : [];
  for (const request of [...requests].reverse())
    if (isObject(request) && typeof request.job === "string") return request.job;
  return tool.startsWith("job_") ? undefined : /\bas job (\S+?)[.,]?(?:\s|$)/.exec(text)?.[1];
}
