import { isObject } from "../../tools/kit/json.ts";
import type {
  Llm,
  Reply,
  Request,
  StopReason,
  TextBlock,
  ToolUseBlock,
} from "../../tools/llm/llm.ts";
import type { Call, Card, Ending, Result, System, World } from "./card.ts";
import { CLUSTER } from "./cluster/index.ts";
import { Languages, type Spoken } from "./languages.ts";
import { EMPTY, learn, listedIn, type Memory, type Turn, turnsOf } from "./memory.ts";
import { MORE, moreIn } from "./more.ts";
import { endingWords, pieces } from "./say.ts";
import { missing, shutFor } from "./shut.ts";
import type { Slots } from "./slots.ts";
import { heldBack, notUnderstood, talkWords } from "./talk.ts";
import type { Language, Understanding, Wanted } from "./understand.ts";

/** Where a turn stands: it wants calls made, or it is over. */
type Standing = { calls: readonly Call[] } | { ending: Ending };

/**
 * The built-in operator that works without an account: a deterministic reader of everyday sentences which drives
 * the same tools as a language model. It keeps nothing between replies; all it knows is in the messages, so the
 * same messages always get the same reply.
 */
export function createOperator(systems: readonly System[] = [CLUSTER]): Llm {
  const languages = new Languages(systems);
  return {
    model: "offline operator",
    metered: false,
    async reply(request, onDelta, signal): Promise<Reply> {
      signal.throwIfAborted();
      const standing = standingOf(request, languages.of(request.tools), systems);
      const blocks = blocksOf(standing, request);
      for (const block of blocks)
        if (block.type === "text")
          for (const text of pieces(block.text)) onDelta({ type: "text", text });
        else onDelta({ type: "tool", name: block.name });
      return {
        blocks,
        stop: stopOf(standing),
        usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      };
    },
  };
}

function stopOf(standing: Standing): StopReason {
  if ("calls" in standing) return "tool_use";
  const { ending } = standing;
  return ending.end === "refuse" ? ending.stop : "end_turn";
}

function blocksOf(standing: Standing, request: Request): (TextBlock | ToolUseBlock)[] {
  if ("ending" in standing) return [{ type: "text", text: endingWords(standing.ending) }];
  let made = request.messages.flatMap((message) =>
    message.blocks.filter((block) => block.type === "tool_use"),
  ).length;
  return standing.calls.map(({ tool, input }) => ({
    type: "tool_use",
    id: `op-${++made}`,
    name: tool,
    input,
  }));
}

function standingOf(request: Request, spoken: Spoken, systems: readonly System[]): Standing {
  const tools = new Set(request.tools.map((tool) => tool.name));
  const counted = new Set(
    request.tools
      .filter(({ inputSchema: { properties } }) => isObject(properties) && "limit" in properties)
      .map(({ name }) => name),
  );
  const turns = turnsOf(request.messages);
  let memory = EMPTY;
  let standing: Standing = { ending: { end: "say", text: talkWords("hello", spoken.typical) } };
  for (const turn of turns) {
    const request_ = settled(requestOf(turn, memory, spoken, systems), memory, systems);
    standing =
      "ending" in request_
        ? { ending: request_.ending }
        : run(request_, turn, { ...memory, tools, counted }, systems);
    memory = { ...learn(memory, turn), pending: undefined };
    if (!("card" in request_) || request_.card === MORE) continue;
    const ended = "ending" in standing ? standing.ending : undefined;
    memory = { ...memory, last: request_ };
    if (ended?.end === "ask")
      memory = {
        ...memory,
        pending: { card: request_.card, slot: ended.slot, slots: ended.slots },
      };
  }
  return standing;
}

type Asked = { card: Card; slots: Slots } | { ending: Ending };

/** What the person wants in this turn, in the light of what went before. */
function requestOf(turn: Turn, memory: Memory, spoken: Spoken, systems: readonly System[]): Asked {
  const { language, everything, typical, changes } = spoken;
  const { pending } = memory;
  const here = language.understand(turn.text);
  // What no system here understands may be the business of one that is not connected: then that is said.
  const meant = here.kind === "unclear" ? (elsewhere(turn.text, everything) ?? here) : here;
  const examples = (near: readonly Card[]) => examplesOf(near, typical);
  if (pending) {
    const filled = answered(turn.text, meant, pending, language);
    if (filled) return { card: pending.card, slots: filled };
  }
  const say = (text: string): Asked => ({ ending: { end: "say", text } });
  switch (meant.kind) {
    case "request":
      return ofSameSystem(meant.either ?? [], memory, systems) ?? meant;
    case "again":
      return again(meant.said, memory) ?? say(notUnderstood(examples([])));
    case "talk": {
      const { talk, near } = meant;
      if (talk === "more") return { card: MORE, slots: moreIn(turn.text) };
      return say(talkWords(talk, talk === "how-to" ? examples(near) : typical));
    }
    case "unclear":
      if (meant.either) {
        const own = ofSameSystem(meant.either, memory, systems);
        if (own) return own;
      }
      return say((meant.order && changes ? heldBack : notUnderstood)(examples(meant.near)));
  }
}

/** Of what several systems understand, what the system of the request before does: "it" is something of its own. */
function ofSameSystem(
  either: readonly Wanted[],
  { last }: Memory,
  systems: readonly System[],
): Wanted | undefined {
  const system = systems.find(({ cards }) => last !== undefined && cards.includes(last.card));
  const own = either.filter(({ card }) => system?.cards.includes(card));
  return own.length === 1 ? own[0] : undefined;
}

function elsewhere(text: string, everything: Language): Understanding | undefined {
  const meant = everything.understand(text);
  return meant.kind === "request" ? meant : undefined;
}

const examplesOf = (near: readonly Card[], typical: readonly string[]): string[] =>
  [...new Set([...near.flatMap((card) => card.examples.slice(0, 1)), ...typical])].slice(0, 3);

const NAME = "[it is|it's|call it|name it] [the] [<fileset>|<snapshot>|<called>] {SLOT:name} ~";
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  filesystem: ["[it is|it's|on|in|of] [the] [<filesystem>] {filesystem:name} [<filesystem>]"],
  thing: [
    "[of|on] [the] [<fileset>] {thing:name} ~",
    "[of|on] the <filesystem> {filesystem:name} ~",
  ],
  snapshots: ["[the] [<snapshot>|<snapshots>] {snapshots:names} ~"],
  hard: ["[to|at|of] {hard:size} ~"],
  job: ["[<job>] [number] {job:job}"],
  policy: ["{policy:text}"],
  format: ["[as|in|to] [a|an] {format:format} [file|please] ~"],
};

/** The slots of a question's request with the answer in them, where the text is an answer. */
function answered(
  text: string,
  meant: Understanding,
  pending: NonNullable<Memory["pending"]>,
  language: Language,
): Slots | undefined {
  const { card, slot } = pending;
  if (meant.kind === "talk") return undefined;
  const oneWord = !/\s/.test(text.trim());
  const plainName = oneWord && slot !== "filesystem";
  if (meant.kind === "request" && !plainName) {
    // "on fs2" and "fs2" answer a question, whatever else they could be; a whole sentence starts anew.
    if (!/^\W*(?:on|in|the|of)?\s*(?:file\s?system\s+)?[\w.-]+\W*$/i.test(text)) return undefined;
    if (oneWord && language.isKeyword(text.trim().toLowerCase(), card)) return undefined;
  }
  // A policy's own quotation marks matter, so its text is taken as it was typed.
  const rules = /^["“”]?((?:\/\*.*?\*\/\s*)?RULE\b.*?)["“”]?$/is.exec(text.trim())?.[1];
  if (slot === "policy" && rules !== undefined) return { ...pending.slots, policy: rules };
  const patterns = ANSWERS[slot] ?? [NAME.replace("SLOT", slot)];
  const found = language.answer(text, card, patterns);
  return found && { ...pending.slots, ...found };
}

/** Kept in this form: "it" in the next sentence is then the same again. */
function settled(asked: Asked, { last }: Memory, systems: readonly System[]): Asked {
  if (!("card" in asked)) return asked;
  const system = systems.find(({ cards }) => cards.includes(asked.card));
  if (!system?.settle) return asked;
  return { card: asked.card, slots: system.settle(asked.slots, last?.slots ?? {}) };
}

/** The last request once more, about something else, in the words of the system that was asked. */
function again(said: ReadonlyMap<System, Slots>, { last, filesystems }: Memory): Asked | undefined {
  for (const [system, slots] of said) {
    if (!last || !system.cards.includes(last.card)) continue;
    if (!(system.again.carries?.(last.card) ?? last.card.effect === "reads")) continue;
    const changed = system.again.apply(last, slots, { filesystems });
    if (changed) return { card: last.card, slots: changed };
  }
  for (const [system, slots] of said) {
    const fresh = system.again.fresh?.(slots);
    if (fresh) return fresh;
  }
  return undefined;
}

/** Runs a card from its beginning, with the results this turn already has, up to what it wants next. */
function run(
  asked: { card: Card; slots: Slots },
  turn: Turn,
  world: World,
  systems: readonly System[],
): Standing {
  // First of all: a person who is asked for details expects something to come of them.
  const shut = shutFor(asked.card, world, systems);
  if (shut) return { ending: shut };
  const steps = asked.card.go(asked.slots, world);
  let step = steps.next();
  for (const round of turn.rounds) {
    if (step.done) break;
    if (!fits(step.value, round)) return { ending: { end: "show", results: round } };
    // What the turn itself has listed need not be listed twice.
    world.filesystems = listedIn(round) ?? world.filesystems;
    step = steps.next(round);
  }
  if (step.done) return { ending: step.value };
  const absent = missing(step.value, world, systems);
  return absent ? { ending: absent } : { calls: step.value };
}

/** A round that another model began is not this card's. */
const fits = (calls: readonly Call[], round: readonly Result[]) =>
  calls.length === round.length && calls.every((call, i) => call.tool === round[i]?.call.tool);
