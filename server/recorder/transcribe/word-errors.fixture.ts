/** Words as they are compared: lower case, without signs, digits spelled out. */
export function comparable(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => ` ${DIGITS[Number(digit)]} `)
    .replaceAll(/[^a-z' ]+/g, " ")
    .split(/\s+/)
    .map((word) => word.replaceAll(/^'+|'+$/g, ""))
    .filter((word) => word !== "");
}

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** How many words have to be put in, taken out or changed to make one text of the other. */
function wordErrors(meant: readonly string[], heard: readonly string[]): number {
  let above = Array.from({ length: heard.length + 1 }, (_, i) => i);
  for (const [row, word] of meant.entries()) {
    const line = [row + 1];
    for (const [i, other] of heard.entries())
      line.push(
        Math.min(
          (above[i] ?? 0) + (word === other ? 0 : 1),
          (above[i + 1] ?? 0) + 1,
          (line[i] ?? 0) + 1,
        ),
      );
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** The word error rate: errors for each word that was meant. */
export function wordErrorRate(meant: string, heard: string): number {
  const words = comparable(meant);
  return wordErrors(words, comparable(heard)) / words.length;
}
