/**
 * Checks a password against the list of the commonest ones (`common-passwords.txt`), and removes the commonest words
 * from it (`common-words.txt`), of which people make longer passwords.
 */
import { readFileSync } from 'node:fs';
import { foldLookAlikes } from './look-alikes.ts';

let passwords: ReadonlySet<string> | null = null;
let stems: Stems | null = null;

/** @param folded in NFKC and lower case */
export function isCommonPassword(folded: string): boolean {
  passwords ??= new Set(readLines('common-passwords.txt'));
  return passwords.has(folded);
}

/** Passwords and words with look-alikes folded, and the lengths that they have, the longest first. */
interface Stems {
  texts: ReadonlySet<string>;
  lengths: readonly number[];
}

/**
 * The rest of a password without a common password or word, in whatever look-alikes this is written and however often it
 * is repeated: of every place where it can be read, the characters that are left. Finds "1234" in "p@ssw0rd1234".
 * @param folded in NFKC and lower case
 */
export function findRestsWithoutCommon(folded: string): string[] {
  stems ??= loadStems();
  const { texts, lengths } = stems;
  const characters = [...folded];
  const read = characters.map(foldLookAlikes);
  const rests = new Set<string>();
  for (const length of lengths) {
    for (let start = 0; start + length <= read.length; start += 1) {
      const stem = read.slice(start, start + length);
      if (texts.has(stem.join(''))) rests.add(removeAll(characters, read, stem));
    }
  }
  return [...rests];
}

/** The characters outside of every occurrence of the stem. */
function removeAll(characters: readonly string[], read: readonly string[], stem: readonly string[]): string {
  let rest = '';
  for (let at = 0; at < read.length; ) {
    const isStem = stem.every((character, offset) => read[at + offset] === character);
    if (!isStem) rest += characters[at];
    at += isStem ? stem.length : 1;
  }
  return rest;
}

function loadStems(): Stems {
  const folded = ['common-passwords.txt', 'common-words.txt'].flatMap((file) =>
    readLines(file).map((line) => [...line].map(foldLookAlikes)),
  );
  const lengths = new Set(folded.map(({ length }) => length));
  return {
    texts: new Set(folded.map((characters) => characters.join(''))),
    lengths: [...lengths].toSorted((one, other) => other - one),
  };
}

const readLines = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
