/** Folds characters that people write for a letter in a password, such as "@" or "á" for "a", to that letter. Pure. */

/**
 * The characters written for each letter. "l" is one of those for "i", because the same characters stand for both: "1",
 * "!" and "|".
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  c: '(',
  e: '3€',
  g: '69',
  i: '1!|l',
  o: '0',
  s: '5$',
  t: '7+',
  z: '2',
};

const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** The letter that a character may replace, without accents, else the character. @param character in lower case */
export function foldLookAlikes(character: string): string {
  // Nearly all characters are ASCII, which has no accents.
  const [letter = character] = character < '\u0080' ? character : character.normalize('NFKD');
  return LETTERS.get(letter) ?? letter;
}
