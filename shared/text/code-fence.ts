/** The fence of a code block in Markdown. Pure. */

/** Backticks that no run of backticks in a text closes. */
export function fenceOf(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
