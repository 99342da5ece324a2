/**
 * Rules on a new password, in addition to its length: not one of the commonest or made of one, not one character
 * repeated, not a run, not the email or name of its account.
 */
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import { findRestsWithoutCommon, isCommonPassword } from './common-passwords.ts';
import { foldLookAlikes } from './look-alikes.ts';
import { isMadeOfRuns, isOneCharacter, isRepeatedUnit } from './runs.ts';

/** Whose password it is. */
interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * The fault of a password, as the end of a sentence that begins with "It"; null for a good one. Letter case and
 * compatibility forms make no difference.
 */
export function findPasswordFault(password: string, owner: PasswordOwner): string | null {
  const folded = fold(password);
  if (isOneCharacter(folded)) return 'is one character repeated';
  if (isMadeOfRuns(folded)) return 'is a run of neighbouring characters';
  if (isRepeatedUnit(folded)) return 'repeats a few characters';
  if (isCommonPassword(folded)) return 'is one of the 3,000 commonest passwords of this length';
  if (isMadeOfOwner(folded, owner)) return 'is made of your email address or your name';
  return isMadeOfCommon(folded)
    ? 'is a common password with other characters for its letters, repeated or with little added'
    : null;
}

/** @param path of the password in the request @throws VALIDATION_ERROR that names the rule */
export function assertAcceptablePassword(password: string, owner: PasswordOwner, path: string): void {
  const fault = findPasswordFault(password, owner);
  if (fault === null) return;
  throw apiErrorAt(
    'VALIDATION_ERROR',
    path,
    `This password is too easy to guess: it ${fault}. Choose another one, such as several unrelated words.`,
  );
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Shorter parts of a name occur in many words. */
const MIN_PART_LENGTH = 3;
/** The rest of a password without a common password, or without the email and name of its account. */
const MIN_REST_LENGTH = 8;
/** A rest of at most so many characters is too little in any case; a longer one, below the minimum, without a letter. */
const SHORT_REST_LENGTH = 3;

/** "P@ssw0rd1234", "passwordpassword1", "4321drowssap": one common word, also backwards, with additions that are quickly tried. */
function isMadeOfCommon(folded: string): boolean {
  const texts = [folded, withoutSeparator(folded)].flatMap((text) => [text, [...text].reverse().join('')]);
  return texts.flatMap(findRestsWithoutCommon).some((rest) => {
    const { length } = [...rest];
    if (length <= SHORT_REST_LENGTH || isMadeOfRuns(rest) || isRepeatedUnit(rest)) return true;
    return length < MIN_REST_LENGTH && !/\p{L}/u.test(rest);
  });
}

function isMadeOfOwner(folded: string, { email, name }: PasswordOwner): boolean {
  const address = fold(email);
  const [local = '', domain = ''] = address.split('@');
  const whole = [address, local, domain, fold(name)].flatMap((text) => [text, lettersAndDigits(text)]);
  const parts = [...split(local), ...split(fold(name)), ...domain.split('.').slice(0, -1)];
  const own = [...new Set([...whole, ...parts].map(readLookAlikes))]
    .filter((part) => [...part].length >= MIN_PART_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  // With its punctuation, and without: "Ada.Lovelace" is the name too.
  return [folded, lettersAndDigits(folded)].map(readLookAlikes).some((text) => {
    const rest = own.reduce((left, part) => left.replaceAll(part, ''), text);
    return rest !== text && [...rest].length < MIN_REST_LENGTH;
  });
}

/** "p.a.s.s.w.o.r.d" without the only mark in it; with several marks the text as it is. */
function withoutSeparator(text: string): string {
  const letters = lettersAndDigits(text);
  const marks = new Set([...text].filter((character) => !letters.includes(character)));
  return marks.size === 1 ? letters : text;
}

/** Folded character by character, so that the length stays. */
const readLookAlikes = (text: string): string => [...text].map(foldLookAlikes).join('');

const split = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);

const lettersAndDigits = (text: string): string => split(text).join('');
