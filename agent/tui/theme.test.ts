import assert from "node:assert/strict";
import { test } from "node:test";
import { attributeOf, DEFAULT_ATTRIBUTE, PALETTE } from "./theme.ts";

/** Relative luminance of a colour of the 256-colour palette, after WCAG. */
function luminance(index: number): number {
  const steps = [0, 95, 135, 175, 215, 255];
  const at = index - 16;
  const rgb =
    index >= 232
      ? Array.from({ length: 3 }, () => 8 + (index - 232) * 10)
      : [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => steps[step] ?? 0);
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number, b: number): number {
  const [light, dark] = [Math.max(a, b), Math.min(a, b)];
  return (light + 0.05) / (dark + 0.05);
}

test("every tone reads on a black and on a white terminal", () => {
  for (const [tone, index] of Object.entries(PALETTE)) {
    const own = luminance(index);
    assert.ok(contrast(own, 1) >= 3.8, `${tone} on white: ${contrast(own, 1).toFixed(2)}`);
    assert.ok(contrast(own, 0) >= 3.8, `${tone} on black: ${contrast(own, 0).toFixed(2)}`);
  }
});

test("without colours only weight, underline and inversion are left", () => {
  assert.equal(attributeOf({ tone: "bad" }, false), DEFAULT_ATTRIBUTE);
  assert.equal(attributeOf({ tone: "bad", bold: true }, false) >> 18, 1);
  assert.equal(attributeOf({ tone: "destroys", badge: true }, false) >> 18, 8);
  assert.equal((attributeOf({ tone: "bad" }, true) >> 9) & 0x1ff, PALETTE.bad);
});
