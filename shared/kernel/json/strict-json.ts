/**
 * Strict JSON parser of request bodies, MCP messages and list fields of forms: it refuses duplicate keys,
 * lone surrogates, a BOM, prototype keys, and too many levels, values or keys. Also reports the numbers that must be
 * kept as sent and that parsing changed.
 */
import { setImmediate } from 'node:timers/promises';
import { type InexactNumber, malformedJson, matchNothing, type PathFilter, scanJson } from './json-scan.ts';

/** Milliseconds of scanning before other requests are served. */
const YIELD_INTERVAL_MS = 10;

/** Parses a small text without pauses. @throws MALFORMED_JSON */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  for (const _ of scanJson(text));
  return parse(text);
}

/** A parsed body. */
export interface JsonBody {
  /** Undefined without a body. */
  body: unknown;
  /** The first hundred numbers that must be kept as sent and that parsing changed. */
  inexactNumbers: readonly InexactNumber[];
}

/** Parses a request body; other requests are served while a large one is scanned. @throws MALFORMED_JSON */
export async function parseJsonBody(bytes: Buffer, isKept = matchNothing): Promise<JsonBody> {
  const text = decode(bytes);
  const inexactNumbers = await scanWithPauses(text, isKept);
  return { body: parse(text), inexactNumbers };
}

/** Scans a body again that was parsed before its schema was known. */
export const findInexactNumbers = (bytes: Buffer, isKept: PathFilter): Promise<readonly InexactNumber[]> =>
  scanWithPauses(decode(bytes), isKept);

async function scanWithPauses(text: string, isKept: PathFilter): Promise<readonly InexactNumber[]> {
  let resumedAt = performance.now();
  const scan = scanJson(text, isKept);
  let step = scan.next();
  for (; !step.done; step = scan.next()) {
    if (performance.now() - resumedAt < YIELD_INTERVAL_MS) continue;
    await setImmediate();
    resumedAt = performance.now();
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

/** A longer text is not searched for the position, which takes up to 18 attempts to parse it. */
const MAX_LOCATABLE_LENGTH = 256 * 1024;

/**
 * What is wrong with the text. The engine's message quotes it; only the position and words such as NaN are
 * passed on.
 */
function describeParseError(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const at = /position (\d+)/.exec(message)?.[1];
  if (!isUnexpectedToken(error)) {
    const isIncomplete = at === undefined || Number(at) >= text.trimEnd().length;
    return isIncomplete ? 'it is incomplete' : `unexpected character at position ${Number(at) + 1}`;
  }
  if (text.length > MAX_LOCATABLE_LENGTH) return 'it contains an unexpected character';
  const position = findTokenPosition(text);
  const word = /^(?:NaN|Infinity|undefined)\b/.exec(text.slice(position - 1, position + 10))?.[0];
  return word
    ? `${word} at position ${position} is not a JSON value`
    : `unexpected character at position ${position}`;
}

/** The only error without a position in the engine's message. */
const isUnexpectedToken = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unexpected token');

/** The position of the unexpected token, counted from 1: the text before it is only incomplete. */
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
