/**
 * Scan of a JSON text before `strict-json.ts` parses it, for what JSON.parse accepts silently, changes or would take
 * too long over. A generator: its caller may serve other requests at each yield. `isPrototypeKey` also checks the
 * field names of forms.
 */
import { apiError } from '../errors/errors.ts';

const MAX_DEPTH = 100;
/**
 * 30,000 clauses with their base have 400,000. JSON.parse takes 50 ms for these, and twenty times that for 16
 * MB of small values.
 */
const MAX_VALUES = 500_000;
/**
 * JSON.parse interns every key, at a microsecond each. The choices of the largest merge have a key for each of
 * 10,000 elements and 10,000 fields, in addition to the names of the body.
 */
const MAX_DISTINCT_KEYS = 25_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key or field name would reach a prototype; a body with one is refused. */
export const isPrototypeKey = (name: string): boolean => FORBIDDEN_KEYS.has(name);

/** Characters between two pauses: about a millisecond. */
const CHARS_PER_STEP = 8_192;
/** The same inside a string, where a character costs less. */
const STRING_CHARS_PER_STEP = 262_144;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** The path of a value in a JSON text: names and indexes. */
export type JsonPath = readonly (string | number)[];

/** A number that prints differently once parsed. */
export interface InexactNumber {
  path: JsonPath;
  text: string;
}

/** Maximum numbers reported of one body: each takes memory for its path. */
const MAX_REPORTED_NUMBERS = 100;

/** Whether the value at a path must be kept as sent. The array is reused by the scan after the call. */
export type PathFilter = (path: JsonPath) => boolean;

export const matchNothing: PathFilter = () => false;

export const malformedJson = (detail: string): Error => apiError('MALFORMED_JSON', detail);

/**
 * Scans the text, yielding at each pause. Invalid JSON may pass: JSON.parse decides the grammar.
 * @returns the first numbers at paths of the filter that parsing would change
 * @throws MALFORMED_JSON
 */
export function* scanJson(text: string, isKept = matchNothing): Generator<void, InexactNumber[], void> {
  // One entry per open bracket: the keys seen so far of an object, null for an array.
  const open: (Set<string> | null)[] = [];
  // With it the position in each: the last key, or the index.
  const path: (string | number)[] = [];
  const inexact: InexactNumber[] = [];
  const names = new Set<string>();
  let values = 0;
  let pause = CHARS_PER_STEP;
  let steps = 0;
  for (let at = 0; at < text.length; at += 1) {
    steps += 1;
    if (steps >= pause) {
      pause = steps + CHARS_PER_STEP;
      yield;
    }
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      let end = text.indexOf('"', at + 1);
      if (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) end = yield* findEscapedStringEnd(text, at);
      if (end < 0) throw malformedJson('The body is not valid JSON.');
      const keys = open.at(-1);
      if (keys && isObjectKey(text, end + 1)) {
        const name = parseKey(text.slice(at, end + 1));
        if (keys.has(name)) throw malformedJson(`Duplicate key '${name.slice(0, 100)}'.`);
        keys.add(name);
        path[path.length - 1] = name;
        names.add(name);
        if (names.size > MAX_DISTINCT_KEYS)
          throw malformedJson(`The body has more than ${MAX_DISTINCT_KEYS} different keys.`);
      }
      at = end;
    } else if (char === COMMA) {
      values += 1;
      const place = path.at(-1);
      if (typeof place === 'number') path[path.length - 1] = place + 1;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = findNumberEnd(text, at);
      if (!survivesRoundTrip(text, at, end)) {
        const written = text.slice(at, Math.min(end, at + 50));
        if (isKept(path)) {
          if (inexact.length < MAX_REPORTED_NUMBERS) inexact.push({ path: [...path], text: written });
        } else if (isInfinite(text, at, end)) throw malformedJson(`The number ${written} is too large.`);
      }
      at = end - 1;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      open.push(char === OPEN_BRACE ? new Set() : null);
      path.push(char === OPEN_BRACE ? '' : 0);
      values += 1;
      if (open.length > MAX_DEPTH) throw malformedJson(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop();
      path.pop();
    }
    if (values > MAX_VALUES) throw malformedJson(`The body has more than ${MAX_VALUES} values.`);
  }
  return inexact;
}

const PLUS = 0x2b;
const DOT = 0x2e;
const CAPITAL_E = 0x45;
const SMALL_E = 0x65;

function findNumberEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const isDigit = char >= ZERO && char <= NINE;
    if (!isDigit && char !== DOT && char !== PLUS && char !== MINUS && char !== CAPITAL_E && char !== SMALL_E)
      return at;
  }
  return text.length;
}

/** The longest printed number. */
const MAX_NUMBER_LENGTH = 25;
/** Any integer with at most this number of digits is exact. */
const SAFE_DIGITS = 15;

function survivesRoundTrip(text: string, start: number, end: number): boolean {
  if (end - start > MAX_NUMBER_LENGTH) return false;
  if (end - start <= SAFE_DIGITS && isPlainInteger(text, start, end)) return true;
  const written = text.slice(start, end);
  return String(Number(written)) === written;
}

/** Between nodes, where calls are JSON, such a number would become null. */
const isInfinite = (text: string, start: number, end: number): boolean =>
  Math.abs(Number(text.slice(start, end))) === Number.POSITIVE_INFINITY;

/** Digits without a leading zero. */
function isPlainInteger(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const char = text.charCodeAt(at);
    if (char < ZERO || char > NINE) return false;
  }
  return end - start === 1 || text.charCodeAt(start) !== ZERO;
}

/** The end of a string with escapes, which may be the whole text. */
function* findEscapedStringEnd(text: string, start: number): Generator<void, number, void> {
  let steps = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    steps += 1;
    if (steps % STRING_CHARS_PER_STEP === 0) yield;
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return -1;
}

function isObjectKey(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === COLON;
}

function parseKey(literal: string): string {
  const name = literal.includes('\\') ? unescapeString(literal) : literal.slice(1, -1);
  if (isPrototypeKey(name)) throw malformedJson(`The key '${name}' is not allowed.`);
  return name;
}

function unescapeString(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformedJson('The body is not valid JSON.');
  }
}
