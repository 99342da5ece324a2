/**
 * Finds runs in a password: one character or a short unit repeated, or letters, digits or neighbouring keys in order,
 * in either direction. Pure.
 */

/** Rows of characters that follow one another. Each is read as a circle: after its last character comes the first. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  '0123456789',
  // The rows of an English, a German and a French keyboard, and the columns of the first.
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm,.-',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '!@#$%^&*()',
];

/** The characters that may follow a character in a run, each with the direction of its run. */
const FOLLOWERS = new Map<string, Set<string>>();
for (const [index, row] of ROWS.entries()) {
  const characters = [...row];
  for (const [place, character] of characters.entries()) {
    const next = characters[(place + 1) % characters.length] ?? '';
    addFollower(character, next, `${index}+`);
    addFollower(next, character, `${index}-`);
  }
}

function addFollower(character: string, next: string, direction: string): void {
  const pair = `${character}${next}`;
  const known = FOLLOWERS.get(pair);
  if (known) known.add(direction);
  else FOLLOWERS.set(pair, new Set([direction]));
}

const SAME: ReadonlySet<string> = new Set(['=']);
const NONE: ReadonlySet<string> = new Set();

const directionsOf = (character: string, next: string): ReadonlySet<string> =>
  character === next ? SAME : (FOLLOWERS.get(`${character}${next}`) ?? NONE);

/** How many runs the characters consist of; one that is in no run counts as one. */
function countRuns(characters: readonly string[]): number {
  let runs = 0;
  let directions: ReadonlySet<string> | null = null;
  let previous: string | null = null;
  for (const character of characters) {
    if (previous !== null) {
      const possible = directionsOf(previous, character);
      const kept: Set<string> = new Set(
        [...possible].filter((direction) => directions?.has(direction) ?? true),
      );
      directions = kept;
      previous = character;
      if (kept.size > 0) continue;
    }
    runs += 1;
    directions = null;
    previous = character;
  }
  return runs;
}

/** The characters of a run, on average, from which a password is one: words have about one. */
const MIN_AVERAGE_LENGTH = 4;

/** Whether all is one character. @param folded in NFKC and lower case */
export const isOneCharacter = (folded: string): boolean => new Set(folded).size === 1;

/** Whether a password is nearly all runs: "abcdefghijkl", "qwertyuiop12", "111122223333". @param folded as above */
export function isMadeOfRuns(folded: string): boolean {
  const characters = [...folded];
  return countRuns(characters) * MIN_AVERAGE_LENGTH <= characters.length;
}

const MAX_UNIT_LENGTH = 6;

/** Whether a few characters are repeated to the end, at least twice: "abababababab", "xkqzpvxkqzpv". @param folded as above */
export function isRepeatedUnit(folded: string): boolean {
  const characters = [...folded];
  return Array.from({ length: MAX_UNIT_LENGTH }, (_, at) => at + 1).some(
    (length) =>
      length * 2 <= characters.length &&
      characters.every((character, place) => character === characters[place % length]),
  );
}
