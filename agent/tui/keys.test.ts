import assert from "node:assert/strict";
import { test } from "node:test";
import { pick, seededRandom } from "./fixtures/random.ts";
import { type Key, named } from "./key.ts";
import { createKeyDecoder } from "./keys.ts";

const ESC = "\u001b";
const text = (words: string): Key => ({ type: "text", text: words });
const paste = (words: string): Key => ({ type: "paste", text: words });

/** Every sequence here is complete, so what it means does not depend on what follows. */
const CASES: readonly [readonly [string, Key[]], ...(readonly [string, Key[]])[]] = [
  ["a", [text("a")]],
  ["é한😀", [text("é한😀")]],
  ["\r", [named("enter")]],
  ["\n", [named("j", { ctrl: true })]],
  ["\t", [named("tab")]],
  ["\u007f", [named("backspace")]],
  ["\b", [named("backspace")]],
  ["\u0003", [named("c", { ctrl: true })]],
  ["\u0000", [named("space", { ctrl: true })]],
  ["\u001f", [named("_", { ctrl: true })]],
  [`${ESC}[A`, [named("up")]],
  [`${ESC}OB`, [named("down")]],
  [`${ESC}OM`, [named("enter")]],
  [`${ESC}[1;5D`, [named("left", { ctrl: true })]],
  [`${ESC}[1;2A`, [named("up", { shift: true })]],
  [`${ESC}[3~`, [named("delete")]],
  [`${ESC}[5;5~`, [named("pageup", { ctrl: true })]],
  [`${ESC}[H`, [named("home")]],
  [`${ESC}[4~`, [named("end")]],
  [`${ESC}[Z`, [named("tab", { shift: true })]],
  [`${ESC}b`, [named("b", { alt: true })]],
  [`${ESC}B`, [named("b", { alt: true, shift: true })]],
  [`${ESC}\r`, [named("enter", { alt: true })]],
  [`${ESC}\u007f`, [named("backspace", { alt: true })]],
  [`${ESC}[13;2u`, [named("enter", { shift: true })]],
  [`${ESC}[99;5u`, [named("c", { ctrl: true })]],
  [`${ESC}[27u`, [named("escape")]],
  [`${ESC}[97;1:3u`, []],
  [`${ESC}[128512u`, [text("😀")]],
  [`${ESC}[27;2;13~`, [named("enter", { shift: true })]],
  [`${ESC}[27;5;106~`, [named("j", { ctrl: true })]],
  [`${ESC}[<64;10;7M`, [{ type: "wheel", direction: "up" }]],
  [`${ESC}[<65;150;7M`, [{ type: "wheel", direction: "down" }]],
  [`${ESC}[<0;3;4M`, [{ type: "click", x: 2, y: 3 }]],
  [`${ESC}[<0;3;4m`, []],
  [`${ESC}[I`, [{ type: "focus", on: true }]],
  [`${ESC}[O`, [{ type: "focus", on: false }]],
  [`${ESC}[200~one\r\ntwo${ESC}[31m${ESC}[201~`, [paste(`one\ntwo${ESC}[31m`)]],
  [`${ESC}[200~${ESC}[201~`, [paste("")]],
  [`${ESC}]11;rgb:0000/0000/0000${ESC}\\`, []],
  [`${ESC}]0;title\u0007`, []],
  [`${ESC}P1+r544e${ESC}\\`, []],
  [`${ESC}[?1;2c`, []],
  [`${ESC}[[A`, []],
  [`${ESC}[999~`, []],
  [`${ESC}[1;5Q`, [named("f2", { ctrl: true })]],
];

function decode(chunks: readonly Uint8Array[]): Key[] {
  const decoder = createKeyDecoder();
  return joined(chunks.flatMap((chunk) => decoder.push(chunk)));
}

/** Text may come in as many pieces as reads; what counts is what it says. */
function joined(keys: readonly Key[]): Key[] {
  const out: Key[] = [];
  for (const key of keys) {
    const last = out.at(-1);
    if (key.type === "text" && last?.type === "text")
      out[out.length - 1] = text(last.text + key.text);
    else out.push(key);
  }
  return out;
}

test("every sequence of a terminal becomes the key it stands for", () => {
  for (const [bytes, keys] of CASES)
    assert.deepEqual(decode([Buffer.from(bytes)]), keys, JSON.stringify(bytes));
});

test("a sequence may be split between any two bytes and stays the same key", () => {
  for (const [bytes, keys] of CASES) {
    const all = Buffer.from(bytes);
    for (let at = 1; at < all.length; at++)
      assert.deepEqual(
        decode([all.subarray(0, at), all.subarray(at)]),
        keys,
        `${JSON.stringify(bytes)} split at ${at}`,
      );
    assert.deepEqual(decode([...all].map((byte) => Uint8Array.of(byte))), keys);
  }
});

test("a stream of many sequences is decoded alike however its reads fall", () => {
  const random = seededRandom(20_26);
  for (let round = 0; round < 200; round++) {
    const picked = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(random, CASES));
    const bytes = Buffer.from(picked.map(([sequence]) => sequence).join(""));
    const expected = joined(picked.flatMap(([, keys]) => keys));
    const chunks: Uint8Array[] = [];
    for (let from = 0; from < bytes.length; ) {
      const end = from + 1 + Math.floor(random() * 6);
      chunks.push(bytes.subarray(from, end));
      from = end;
    }
    assert.deepEqual(decode(chunks), expected, JSON.stringify(bytes.toString()));
  }
});

test("bytes that mean nothing never throw and never turn into typed control characters", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round++) {
    const decoder = createKeyDecoder();
    const noise = Uint8Array.from({ length: 40 }, () => Math.floor(random() * 256));
    for (const key of [...decoder.push(noise), ...decoder.timeout()])
      if (key.type === "text") assert.match(key.text, /^[^\p{Cc}]+$/u);
  }
});

test("a lone ESC is the escape key once nothing has followed it for 40 ms", () => {
  const decoder = createKeyDecoder();
  assert.deepEqual(decoder.push(Buffer.from(ESC)), []);
  assert.equal(decoder.waiting(), 40);
  assert.deepEqual(decoder.timeout(), [named("escape")]);
  assert.equal(decoder.waiting(), undefined);
});

test("two ESC in one read are two escapes, and Alt+[ is told from the start of a sequence", () => {
  const decoder = createKeyDecoder();
  assert.deepEqual(decoder.push(Buffer.from(ESC + ESC)), [named("escape")]);
  assert.deepEqual(decoder.timeout(), [named("escape")]);
  assert.deepEqual(decoder.push(Buffer.from(`${ESC}[`)), []);
  assert.deepEqual(decoder.timeout(), [named("[", { alt: true })]);
});

test("a paste whose end never comes is handed on when the line has been silent", () => {
  const decoder = createKeyDecoder();
  assert.deepEqual(decoder.push(Buffer.from(`${ESC}[200~half of it`)), []);
  assert.deepEqual(decoder.timeout(), [paste("half of it")]);
  assert.deepEqual(decoder.push(Buffer.from("a")), [text("a")]);
});

test("a megabyte pasted is one event", () => {
  const words = "lorem ipsum 한글\n".repeat(60_000);
  const decoder = createKeyDecoder();
  const bytes = Buffer.from(`${ESC}[200~${words}${ESC}[201~`);
  const keys: Key[] = [];
  for (let from = 0; from < bytes.length; from += 65_536)
    keys.push(...decoder.push(bytes.subarray(from, from + 65_536)));
  assert.deepEqual(keys, [paste(words)]);
});

test("many lines in one read are a paste even where the terminal does not say so", () => {
  const words = `${"a line of text\r".repeat(30)}end`;
  const [key] = createKeyDecoder().push(Buffer.from(words));
  assert.deepEqual(key, paste(words.replaceAll("\r", "\n")));
});
