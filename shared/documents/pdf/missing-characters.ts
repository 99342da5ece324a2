/**
 * Characters that no font of the typesetter has. They are written as their Unicode numbers, `[U+4F60 U+597D]`, and the cover
 * names the clauses, so that no text of a PDF is an empty box. Pure.
 */
import { textsOf } from '../element-texts.ts';
import type { PrintedDocument } from '../printed-document.ts';

/** What the typesetter says of each text, as Rust writes a text in a text: `\"\\u{e31}\"`. */
const FINDING = /the (?:text|PDF) (?:contains the (?:disallowed )?codepoint )?`\\"([^`]*?)\\"`/g;
const ESCAPED = /\\+(?:u\{([0-9a-f]{1,6})\}|0)/g;
/** All but letters, digits and marks of western languages: certainly all missing characters, and more. */
export const UNUSUAL_TEXT = /[^\t\n -~\u00a0-\u017f]+/gu;
const MAX_NAMED = 40;

/** The texts that an error of the typesetter names as missing in its fonts. */
export const findMissingTexts = (error: unknown): string[] =>
  error instanceof Error
    ? [...error.message.matchAll(FINDING)].map(([, text = '']) =>
        text.replace(ESCAPED, (_all, code = '0') => String.fromCodePoint(Number.parseInt(code, 16))),
      )
    : [];

/** Finds missing texts, one or several behind each other. */
export const patternOf = (texts: ReadonlySet<string>): RegExp =>
  new RegExp(
    `(?:${[...texts]
      .sort((a, b) => b.length - a.length)
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('|')})+`,
    'gu',
  );

/** The document with a line on its cover that names the clauses with such characters. */
export function withNote(document: PrintedDocument, missing: RegExp): PrintedDocument {
  const isFound = (text: string): boolean => text.search(missing) >= 0;
  const clauses = document.parts.flatMap(({ title, elements }) =>
    elements
      .filter((element) => textsOf(element).some(isFound))
      .map(({ number }) => (title === '' ? number : `${number} of ${title}`)),
  );
  const named = clauses.slice(0, MAX_NAMED).join(', ');
  const more = clauses.length > MAX_NAMED ? ` and ${clauses.length - MAX_NAMED} more` : '';
  const where = clauses.length > 0 ? ` Clauses: ${named}${more}.` : '';
  return {
    ...document,
    cover: [
      ...document.cover,
      {
        label: 'Characters without a font',
        value: `written as their Unicode numbers, such as [U+4F60]; the Word file has them.${where}`,
      },
    ],
  };
}
