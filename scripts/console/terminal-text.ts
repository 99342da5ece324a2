/**
 * Escapes the control characters in text that came from documents or services before it is printed: `printLines` for
 * lines, `visibleText` for one text.
 */

/** Control characters, C1 included, line separators and bidirectional marks: they change what a terminal shows. */
const TERMINAL_CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text with `\uXXXX` for each character that a terminal would obey; in JSON the same text. */
export const visibleText = (text: string): string =>
  text.replace(
    TERMINAL_CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints lines. A line break within one of them is no line of the command, and is shown as `\u000a`. */
export function printLines(lines: readonly string[], print: (line: string) => void): void {
  for (const line of lines) print(visibleText(line));
}
