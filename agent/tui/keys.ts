import { StringDecoder } from "node:string_decoder";
import { type Key, named } from "./key.ts";
import { decodeControl, decodeCsi, decodeSs3 } from "./key-sequences.ts";

/** How long a lone ESC may wait for the rest of a sequence before it counts as the key itself. */
const ESCAPE_MS = 40;
/** A sequence whose first letters have arrived is given longer: it is one for certain, and lines may be slow. */
const SEQUENCE_MS = 400;
/** A paste whose end never comes (the connection broke in the middle) is handed on after this silence. */
const PASTE_MS = 2000;
const PASTE_END = "\u001b[201~";
const LONGEST_SEQUENCE = 256;
/** Plain text of at least this many letters with line ends, in one read, was pasted: nobody types that fast. */
const UNMARKED_PASTE = 256;

type Mode = "ground" | "escape" | "csi" | "ss3" | "string" | "paste";

export type KeyDecoder = {
  /** Takes the bytes of one read and returns the keys they complete. */
  push(bytes: Uint8Array): Key[];
  /** Milliseconds after which `timeout` has to be called if nothing more arrives; undefined when nothing is open. */
  waiting(): number | undefined;
  /** What was open is decided without waiting longer. */
  timeout(): Key[];
};

/** Turns the raw bytes of a terminal into keys. Sequences may be split anywhere, even inside a UTF-8 character. */
export function createKeyDecoder(): KeyDecoder {
  const utf8 = new StringDecoder("utf8");
  let mode: Mode = "ground";
  let held = "";
  let pasted: string[] = [];

  function step(letter: string, out: Key[]): void {
    const code = letter.charCodeAt(0);
    if (mode === "ground") ground(letter, code, out);
    else if (mode === "escape") afterEscape(letter, code, out);
    else if (code === 27 && mode !== "string") {
      // A new sequence starts inside an unfinished one, which is dropped.
      mode = "escape";
      held = "";
    } else if (mode === "ss3") {
      mode = "ground";
      out.push(...decodeSs3(letter));
    } else if (mode === "csi") csi(letter, code, out);
    else string(letter, code);
  }

  function ground(letter: string, code: number, out: Key[]): void {
    if (code === 27) mode = "escape";
    else if (code < 32 || code === 127) out.push(...decodeControl(code, false));
    else if (code >= 128 && code < 160) return;
    else if (letter !== "\ufffd") addText(out, letter);
  }

  function afterEscape(letter: string, code: number, out: Key[]): void {
    mode = "ground";
    held = "";
    if (letter === "[") mode = "csi";
    else if (letter === "O") mode = "ss3";
    else if ("]PX^_".includes(letter)) mode = "string";
    else if (code === 27) {
      out.push(named("escape"));
      mode = "escape";
    } else if (code < 32 || code === 127) out.push(...decodeControl(code, true));
    else if (letter !== "\ufffd")
      out.push(named(letter.toLowerCase(), { alt: true, shift: letter !== letter.toLowerCase() }));
  }

  function csi(letter: string, code: number, out: Key[]): void {
    if (code >= 0x40 && code <= 0x7e) {
      // The Linux console writes F1 to F5 as `ESC [ [ A`.
      if (letter === "[" && held === "") {
        held = "[";
        return;
      }
      mode = "ground";
      if (held === "200" && letter === "~") startPaste();
      else if (!held.startsWith("[")) out.push(...decodeCsi(held, letter));
      held = "";
      return;
    }
    held += letter;
    if (code < 0x20 || code > 0x7e || held.length > LONGEST_SEQUENCE) {
      mode = "ground";
      held = "";
    }
  }

  function startPaste(): void {
    mode = "paste";
    pasted = [];
  }

  /** The answers of a terminal to questions (colours, its name) end with BEL or `ESC \`. */
  function string(letter: string, code: number): void {
    const ended = code === 7 || (held === "\u001b" && letter === "\\");
    held = letter;
    if (ended) {
      mode = "ground";
      held = "";
    }
  }

  function endPaste(out: Key[]): void {
    mode = "ground";
    out.push(pasteKey(pasted.join("")));
    pasted = [];
    held = "";
  }

  /** Takes pasted text up to its end mark and returns what stands behind the mark. */
  function takePaste(text: string, out: Key[]): string {
    const all = held + text;
    const end = all.indexOf(PASTE_END);
    if (end >= 0) {
      pasted.push(all.slice(0, end));
      endPaste(out);
      return all.slice(end + PASTE_END.length);
    }
    const keep = openEnd(all);
    pasted.push(all.slice(0, all.length - keep));
    held = all.slice(all.length - keep);
    return "";
  }

  return {
    push(bytes) {
      const out: Key[] = [];
      let text = utf8.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (mode === "ground" && isUnmarkedPaste(text)) return [pasteKey(text)];
      while (text !== "") {
        if (mode === "paste") {
          text = takePaste(text, out);
          continue;
        }
        const letter = String.fromCodePoint(text.codePointAt(0) ?? 0);
        const plain = mode === "ground" ? (/^[^\p{Cc}\p{Cs}\ufffd]+/u.exec(text)?.[0] ?? "") : "";
        if (plain !== "") addText(out, plain);
        else step(letter, out);
        text = text.slice(plain.length || letter.length);
      }
      return out;
    },
    waiting() {
      if (mode === "ground") return undefined;
      if (mode === "paste") return PASTE_MS;
      return mode === "escape" || held === "" ? ESCAPE_MS : SEQUENCE_MS;
    },
    timeout() {
      const out: Key[] = [];
      if (mode === "escape") out.push(named("escape"));
      else if (mode === "csi" && held === "") out.push(named("[", { alt: true }));
      else if (mode === "ss3") out.push(named("o", { alt: true, shift: true }));
      else if (mode === "paste") {
        pasted.push(held);
        endPaste(out);
      }
      mode = "ground";
      held = "";
      return out;
    },
  };
}

function addText(out: Key[], text: string): void {
  const last = out.at(-1);
  if (last?.type === "text") out[out.length - 1] = { type: "text", text: last.text + text };
  else out.push({ type: "text", text });
}

function pasteKey(text: string): Key {
  return { type: "paste", text: text.replaceAll(/\r\n?/g, "\n") };
}

function isUnmarkedPaste(text: string): boolean {
  return text.length >= UNMARKED_PASTE && /[\r\n]./.test(text) && !text.includes("\u001b");
}

/** How many letters at the end of `text` may be the beginning of the end mark. */
function openEnd(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--)
    if (text.endsWith(PASTE_END.slice(0, length))) return length;
  return 0;
}
