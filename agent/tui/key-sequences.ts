import { type Key, named } from "./key.ts";

const FINALS: Record<string, string> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

const TILDES: Record<number, string> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
};

const CODES: Record<number, string> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "escape",
  32: "space",
  127: "backspace",
  57414: "enter",
};

/** The keys of a complete control sequence: `body` is what stands between `ESC [` and its last letter. */
export function decodeCsi(body: string, final: string): Key[] {
  if (body.startsWith("<")) return decodeMouse(body.slice(1), final);
  if (final === "I" && body === "") return [{ type: "focus", on: true }];
  if (final === "O" && body === "") return [{ type: "focus", on: false }];
  const numbers = body.split(";").map((part) => Number.parseInt(part, 10));
  if (final === "u") return struck(numbers[0], numbers[1], body);
  if (final === "~") {
    if (numbers[0] === 27) return struck(numbers[2], numbers[1], "");
    const name = TILDES[numbers[0] ?? 0];
    return name ? [withMods(name, numbers[1])] : [];
  }
  if (final === "Z") return [named("tab", { shift: true })];
  const name = FINALS[final];
  return name && /^[\d;:]*$/.test(body) ? [withMods(name, numbers[1])] : [];
}

/** Keys in application mode: `ESC O` and a letter. */
export function decodeSs3(final: string): Key[] {
  if (final === "M") return [named("enter")];
  const name = FINALS[final];
  return name ? [named(name)] : [];
}

/** One control character, as a terminal sends Ctrl with a letter. */
export function decodeControl(code: number, alt: boolean): Key[] {
  if (code === 13) return [named("enter", { alt })];
  if (code === 9) return [named("tab", { alt })];
  if (code === 8 || code === 127) return [named("backspace", { alt })];
  if (code === 0) return [named("space", { ctrl: true, alt })];
  if (code < 27) return [named(String.fromCharCode(code + 96), { ctrl: true, alt })];
  if (code >= 28 && code < 32) return [named("\\]^_"[code - 28] ?? "", { ctrl: true, alt })];
  return [];
}

/** A key by its code point and the bits of its modifiers plus one, as the two extended key protocols say it. */
function struck(code: number | undefined, mods: number | undefined, body: string): Key[] {
  if (code === undefined || Number.isNaN(code)) return [];
  // Third part of the modifiers' field: 3 is the release of a key.
  if (/^[^;]*;\d*:3/.test(body)) return [];
  const { ctrl, alt, shift } = modifiers(mods);
  const name = CODES[code];
  if (name) {
    if (name === "space" && !ctrl && !alt) return [{ type: "text", text: " " }];
    return [named(name, { ctrl, alt, shift })];
  }
  if (code < 32 || code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff)) return [];
  if (code >= 0xd800 && code <= 0xdfff) return [];
  const text = String.fromCodePoint(code);
  if (!ctrl && !alt) return [{ type: "text", text: shift ? text.toUpperCase() : text }];
  return [named(text.toLowerCase(), { ctrl, alt, shift })];
}

function withMods(name: string, mods: number | undefined): Key {
  return named(name, modifiers(mods));
}

function modifiers(mods: number | undefined): { ctrl: boolean; alt: boolean; shift: boolean } {
  const bits = mods === undefined || Number.isNaN(mods) ? 0 : mods - 1;
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

/** SGR mouse reports: `button;x;y`, counted from one; "M" is a press, "m" a release. */
function decodeMouse(body: string, final: string): Key[] {
  const [button = Number.NaN, x = Number.NaN, y = Number.NaN] = body.split(";").map(Number);
  if (Number.isNaN(button) || Number.isNaN(x) || Number.isNaN(y) || final !== "M") return [];
  const plain = button & ~0b11100;
  if (plain === 64) return [{ type: "wheel", direction: "up" }];
  if (plain === 65) return [{ type: "wheel", direction: "down" }];
  return plain === 0 ? [{ type: "click", x: x - 1, y: y - 1 }] : [];
}
