/**
 * Lines and blanks as CommonMark sees them: lines end at LF, blanks are space and tab and nothing else. Written as loops,
 * because a regular expression that trims from both ends takes quadratic time on a long run of blanks (hardening H19).
 */

/** CRLF and lone CR become LF; a byte order mark at the start is dropped. */
export function unifyLineEndings(text: string): string {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body;
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

/** True when a line holds blanks only. */
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
