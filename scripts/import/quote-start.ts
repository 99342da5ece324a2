/** Shows a text of a document, or what changed in it, in one line of a report. Pure. */

const MAX_SHOWN_CHARACTERS = 70;

/** The beginning of a text in quotation marks; its line ends are written as `\\n`. */
export function quoteStart(text: string): string {
  const line = JSON.stringify(text);
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}…"` : line;
}

/** Characters that are shown in front of a change. */
const BEFORE_CHANGE = 20;

/** Both texts from a few words in front of where they first differ, each in quotation marks. */
export function quoteChange(from: string, to: string): string {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const start = same <= BEFORE_CHANGE ? 0 : from.lastIndexOf(' ', same - BEFORE_CHANGE) + 1;
  const quote = (text: string): string => `${start === 0 ? '' : '…'}${quoteStart(text.slice(start))}`;
  return `${quote(from)} → ${quote(to)}`;
}
