/** As it would be written: an engine may write neither a capital nor a full stop. */
export function asSentence(text: string): string {
  const capital = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…。！？]["')\]]?$/.test(capital) ? capital : `${capital}.`;
}
