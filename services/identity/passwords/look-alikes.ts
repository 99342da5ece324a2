/** Characters that people write for a letter in a password, such as "@" for "a". Pure. */

/** The look-alikes of each letter. Those of "l" and "i" are the same, so the two count as one letter. */
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
