/**
 * Writes the instructions of an amendment that replace words of a text. Each quotes as many words as make the
 * quotation occur once in the text before. Pure.
 */
import { diffWords, WORD_OR_MARK } from '../../text/word-diff.ts';

interface WordChange {
  /** Occurs once in the text before. */
  words: string;
  substitute: string;
}

/** Longer texts, and those that differ in more places or need longer quotes, are easier to read as a whole. */
const MAX_CHARACTERS = 10_000;
const MAX_PLACES = 20;
const MAX_WIDENINGS = 30;
/** Where quotes are more of the text than this share, the whole text says it better. */
const LARGEST_SHARE = 2 / 3;

/** A part of the text before, and what stands in its place after. */
interface Place {
  at: number;
  end: number;
  substitute: string;
}

/** The changes that make one text the other, in order and apart from each other; null: substitute the whole text. */
export function amendWords(from: string, to: string): WordChange[] | null {
  if (from.length > MAX_CHARACTERS || to.length > MAX_CHARACTERS) return null;
  const differing = findPlaces(from, to);
  if (differing.length > MAX_PLACES) return null;
  const words = [...from.matchAll(WORD_OR_MARK)].map(({ index, 0: { length } }) => ({
    at: index,
    end: index + length,
  }));
  const quoted: Place[] = [];
  for (let place = differing.shift(); place; place = differing.shift()) {
    const isInsertion = place.at === place.end;
    for (let widenings = 0; !isQuotable(from, place); widenings += 1) {
      if (widenings === MAX_WIDENINGS) return null;
      const { at, end } = place;
      const left = words.findLast((word) => word.at < at)?.at;
      const right = words.find((word) => word.end > end)?.end;
      // An insertion is told by the words before it, a number by the unit after it.
      if (left !== undefined && (right === undefined || isInsertion || widenings % 2 === 1)) {
        const before = quoted.at(-1);
        const isBeside = before === undefined || before.end <= left;
        place = join(
          from,
          isBeside ? { at: left, end: left, substitute: '' } : (quoted.pop() ?? place),
          place,
        );
      } else if (right !== undefined) {
        const after = differing[0];
        const isBeside = after === undefined || after.at >= right;
        place = join(
          from,
          place,
          isBeside ? { at: right, end: right, substitute: '' } : (differing.shift() ?? place),
        );
      } else return null;
    }
    quoted.push(place);
  }
  const length = quoted.reduce((sum, { at, end }) => sum + end - at, 0);
  if (length > from.length * LARGEST_SHARE) return null;
  return quoted.map(({ at, end, substitute }) => ({ words: from.slice(at, end), substitute }));
}

function findPlaces(from: string, to: string): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const { type, text } of diffWords(from, to)) {
    const last = places.at(-1);
    if (type === 'unchanged') at += text.length;
    else if (type === 'removed') {
      places.push({ at, end: at + text.length, substitute: '' });
      at += text.length;
    } else if (last && last.end === at) last.substitute += text;
    else places.push({ at, end: at, substitute: text });
  }
  return places;
}

/** Both places and what is between them. */
const join = (from: string, one: Place, other: Place): Place => ({
  at: one.at,
  end: other.end,
  substitute: one.substitute + from.slice(one.end, other.at) + other.substitute,
});

/** Whether a reader finds the place by its words alone: they have a letter and occur once. */
function isQuotable(from: string, { at, end }: Place): boolean {
  const words = from.slice(at, end);
  return /\p{L}/u.test(words) && from.indexOf(words) === from.lastIndexOf(words);
}
