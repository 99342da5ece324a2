/**
 * Functions on lines and blanks as CommonMark defines them (lines end at LF, blanks are space and tab):
 * trimming, line endings, control characters. Loops instead of regular expressions, which take quadratic
 * time on long runs of blanks.
 */

/** CRLF and lone CR become LF; byte order marks are removed everywhere. */
export function unifyLineEndings(text: string): string {
  const body = text.includes('\uFEFF') ? text.replaceAll('\uFEFF', '') : text;
  return body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body;
}

const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

/**
 * The first control character other than tab and line ends, written as `U+0007`; null without one.
 */
export function findControlCharacter(text: string): string | null {
  const [found] = CONTROL_CHARACTER.exec(text) ?? [];
  return found === undefined ? null : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** True when a text has more than one line. */
export function hasLineBreak(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9;
}

/** `text` without blanks at its start. */
export function trimStartBlanks(text: string): string {
  let from = 0;
  while (from < text.length && isBlankCode(text.charCodeAt(from))) from += 1;
  return from === 0 ? text : text.slice(from);
}

/** `text` without blanks at both ends. */
export function trimBlanks(text: string): string {
  let to = text.length;
  while (to > 0 && isBlankCode(text.charCodeAt(to - 1))) to -= 1;
  return trimStartBlanks(text.slice(0, to));
}

/** True when a line has blanks only. */
export function isBlankLine(line: string): boolean {
  for (let i = 0; i < line.length; i++) if (!isBlankCode(line.charCodeAt(i))) return false;
  return true;
}

/** `lines` without blank lines at both ends. */
export function trimBlankLines(lines: readonly string[]): string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && isBlankLine(lines[from] ?? '')) from += 1;
  while (to > from && isBlankLine(lines[to - 1] ?? '')) to -= 1;
  return lines.slice(from, to);
}
