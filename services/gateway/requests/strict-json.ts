/**
 * JSON as the contract accepts it: no duplicate keys, no lone surrogates, no BOM, no key that names a prototype, depth at most 100
 * (decisions G18; hardening H6, H8). JSON.parse decides the grammar; what it silently lets through is refused before.
 */
import { setImmediate } from 'node:timers/promises';
import { type InexactNumber, malformedJson, matchNothing, type PathFilter, scanJson } from './json-scan.ts';

/** How long a large body is read at a stretch, in milliseconds, before others are served. */
const YIELD_INTERVAL_MS = 10;

/**
 * Parses a small text at once.
 * @throws MALFORMED_JSON with a sentence that says what is wrong
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  for (const _ of scanJson(text));
  return parse(text);
}

/** A parsed body. */
export interface JsonBody {
  /** Undefined when there is none. */
  body: unknown;
  /** Those of its numbers that are to be kept and are not what was written (X12): the first hundred. */
  inexactNumbers: readonly InexactNumber[];
}

/**
 * Parses a request body; while a large one is looked through, others are served.
 * @throws MALFORMED_JSON with a sentence that says what is wrong
 */
export async function parseJsonBody(bytes: Buffer, isKept = matchNothing): Promise<JsonBody> {
  const text = decode(bytes);
  const inexactNumbers = await scanWithPauses(text, isKept);
  return { body: parse(text), inexactNumbers };
}

/** Looks through a body again that was parsed before it was known what of it is to be kept. */
export const findInexactNumbers = (bytes: Buffer, isKept: PathFilter): Promise<readonly InexactNumber[]> =>
  scanWithPauses(decode(bytes), isKept);

async function scanWithPauses(text: string, isKept: PathFilter): Promise<readonly InexactNumber[]> {
  let began = performance.now();
  const scan = scanJson(text, isKept);
  let step = scan.next();
  for (; !step.done; step = scan.next()) {
    if (performance.now() - began < YIELD_INTERVAL_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return step.value;
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformedJson(`The body is not valid JSON: ${describeParseError(error, text)}.`);
  }
  // A lone surrogate can only come from an escape: the bytes themselves were valid UTF-8.
  if (text.includes('\\u')) assertWellFormed(value);
  return value;
}

/** A longer text is not searched for the place: that takes up to 18 attempts to parse it. */
const MAX_LOCATABLE_LENGTH = 256 * 1024;

/** What is wrong with the text. The message of the engine quotes it; only the place is told on, and words that are none of JSON's. */
function describeParseError(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const at = /position (\d+)/.exec(message)?.[1];
  if (!isUnexpectedToken(error)) {
    const isOver = at === undefined || Number(at) >= text.trimEnd().length;
    return isOver ? 'it is incomplete' : `unexpected character at position ${Number(at) + 1}`;
  }
  if (text.length > MAX_LOCATABLE_LENGTH) return 'it contains an unexpected character';
  const place = findTokenPosition(text);
  const word = /^(?:NaN|Infinity|undefined)\b/.exec(text.slice(place - 1, place + 10))?.[0];
  return word ? `${word} at position ${place} is not a JSON value` : `unexpected character at position ${place}`;
}

/** The only fault whose place the engine does not tell. */
const isUnexpectedToken = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Unexpected token');

/** The first character that no JSON has there, counted from 1: what stands before it lacks only its end. */
function findTokenPosition(text: string): number {
  let before = 0;
  let place = text.length;
  while (place - before > 1) {
    const middle = (before + place) >> 1;
    if (hasUnexpectedToken(text.slice(0, middle))) place = middle;
    else before = middle;
  }
  return place;
}

function hasUnexpectedToken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    return isUnexpectedToken(error);
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw malformedJson('The body starts with a byte order mark; send plain UTF-8.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformedJson('The body is not valid UTF-8.');
  }
}

function assertWellFormed(value: unknown): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw malformedJson('A string contains an unpaired surrogate.');
  } else if (Array.isArray(value)) {
    for (const item of value) assertWellFormed(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      assertWellFormed(key);
      assertWellFormed(item);
    }
  }
}
