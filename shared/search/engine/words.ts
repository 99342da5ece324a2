/** The pattern of a word, and the English stop words, which a query ignores unless it has no other words. */

/** A word: the characters that FTS5 treats as parts of words. */
export const WORD = /[\p{L}\p{N}\p{Co}]+/gu;

const WORDS =
  'a about above after again all also although an and any are as at be because been before being below between both but by can could did do does doing down during each either etc few for from further had has have having he her here his how however i if in into is it its itself just like may might more most must my no nor not of off on once only or other our out over own per provide provided same shall she should so some such than that the their them then there these they this those through to too under until up upon use used very was we were what when where whether which while who why will with within without would you your';

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(' '));
