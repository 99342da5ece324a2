/**
 * Characters that a document writes as their Unicode numbers, `[U+202E]`: those that no font has, and those that only change the
 * order in which the text around them is shown, which would show other words than were signed. Pure.
 */

/** Embeddings, overrides and isolates of text in the other direction. Letters have a direction of their own. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]+/g;
const SPELLED = /\[U\+20(?:2[A-E]|6[6-9])(?: U\+20(?:2[A-E]|6[6-9]))*\]/g;

/** A text with what a pattern finds as numbers. */
export const spellOut = (text: string, found: RegExp): string =>
  text.replace(found, (characters) => `[${[...characters].map(numberOf).join(' ')}]`);

const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text that is shown in the order in which it is written. */
export const spellDirections = (text: string): string => spellOut(text, DIRECTIONS);

/**
 * How the texts of a clause that a document shows are read again.
 * @param texts of the clause; where they have such numbers as text, those stay
 */
export function directionReader(texts: readonly string[]): (shown: string) => string {
  const isSpelled = texts.some((text) => text.search(DIRECTIONS) >= 0);
  if (!isSpelled || texts.some((text) => text.search(SPELLED) >= 0)) return (shown) => shown;
  return (shown) =>
    shown.replace(SPELLED, (numbers) =>
      numbers.replace(/\W*U\+([\dA-F]{4})\W*/g, (_all, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      ),
    );
}
