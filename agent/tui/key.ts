/** One thing a person did at the terminal, whatever bytes the terminal used to say so. */
export type Key =
  | { type: "text"; text: string }
  | { type: "key"; name: KeyName; ctrl: boolean; alt: boolean; shift: boolean }
  | { type: "paste"; text: string }
  | { type: "wheel"; direction: "up" | "down" }
  | { type: "click"; x: number; y: number }
  | { type: "focus"; on: boolean };

/** A named key, or the one character that was struck together with Ctrl or Alt. */
export type KeyName = string;

export function named(
  name: KeyName,
  mods: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {},
): Key {
  return {
    type: "key",
    name,
    ctrl: mods.ctrl ?? false,
    alt: mods.alt ?? false,
    shift: mods.shift ?? false,
  };
}

/** "ctrl+alt+x", "shift+enter", "up": the spelling in which keys are looked up in tables. */
export function chord(key: Extract<Key, { type: "key" }>): string {
  return `${key.ctrl ? "ctrl+" : ""}${key.alt ? "alt+" : ""}${key.shift ? "shift+" : ""}${key.name}`;
}
