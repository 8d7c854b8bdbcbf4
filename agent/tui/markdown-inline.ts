import type { Token, Tokens } from "marked";
import { BOLD, type Ink, MUTED, mix, PLAIN, type Span, span } from "./rows.ts";

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  apos: "'",
  nbsp: " ",
};

const CODE: Ink = { tone: "code" };
const EMPHASIS: Ink = { underline: true };

/** The spans of inline tokens. A line end inside them stands as "\n" in a span's text. */
export function inlineSpans(tokens: readonly Token[], ink: Ink = PLAIN): Span[] {
  return tokens.flatMap((token) => inlineSpan(token, ink));
}

function inlineSpan(token: Token, ink: Ink): Span[] {
  switch (token.type) {
    case "strong":
      return inlineSpans(token.tokens ?? [], mix(ink, BOLD));
    case "em":
      // Terminals draw italics rarely and blessed not at all; an underline is seen everywhere.
      return inlineSpans(token.tokens ?? [], mix(ink, EMPHASIS));
    case "codespan":
      return [span(token.text, mix(ink, CODE))];
    case "br":
      return [span("\n", ink)];
    case "link":
      return linkSpans(token as Tokens.Link, ink); // marked types its tokens by their `type`
    case "image":
      return [span(token.text || "image", ink), span(` (${token.href})`, mix(ink, MUTED))];
    case "del":
      return [
        span("~", mix(ink, MUTED)),
        ...inlineSpans(token.tokens ?? [], ink),
        span("~", mix(ink, MUTED)),
      ];
    case "checkbox":
      return [];
    case "text":
    case "escape":
      if (token.type === "text" && "tokens" in token && token.tokens)
        return inlineSpans(token.tokens, ink);
      return [span(unescapeEntities(token.text), ink)];
    default:
      return [span(token.raw, ink)];
  }
}

function linkSpans(link: Tokens.Link, ink: Ink): Span[] {
  const words = inlineSpans(link.tokens, mix(ink, { tone: "accent" }));
  const same = link.text === link.href || link.href === `mailto:${link.text}`;
  return same ? words : [...words, span(` (${link.href})`, mix(ink, MUTED))];
}

function unescapeEntities(text: string): string {
  return text.replace(/&(#39|[a-z]+);/g, (all, name: string) => ENTITIES[name] ?? all);
}

/** Spans in which "\n" may stand, as the spans of each line. */
export function splitLines(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const part of spans) {
    for (const [index, text] of part.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push(span(text, part.ink));
    }
  }
  return lines;
}
