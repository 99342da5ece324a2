/** The commonest passwords that are long enough to be chosen (`common-passwords.txt`; Y6). */
import { readFileSync } from 'node:fs';

let passwords: ReadonlySet<string> | null = null;

/** @param folded in NFKC and lower case */
export function isCommonPassword(folded: string): boolean {
  passwords ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return passwords.has(folded);
}
