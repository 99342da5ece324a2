/** Shows a text of a document in one line of a report. Pure. */

const MAX_SHOWN_CHARACTERS = 70;

/** The beginning of a text in quotation marks; its line ends are written as `\\n`. */
export function quoteStart(text: string): string {
  const line = JSON.stringify(text);
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}…"` : line;
}
