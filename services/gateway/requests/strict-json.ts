/**
 * JSON as the contract accepts it: no duplicate keys, no lone surrogates, no BOM, no key that names a prototype, depth at most 100
 * (decisions G18; hardening H6, H8). JSON.parse decides the grammar; what it silently lets through is refused before.
 */
import { setImmediate } from 'node:timers/promises';
import { type InexactNumber, malformed, scanJson } from './json-scan.ts';

/** How long a large body is read at a stretch, in milliseconds, before others are served. */
const STRETCH_MS = 10;

/**
 * Parses a small text at once.
 * @throws MALFORMED_JSON with a sentence that says what is wrong
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  for (const _ of scanJson(text));
  return parse(text);
}

const inexactNumbers = new WeakMap<object, readonly InexactNumber[]>();

/** The numbers of a parsed body that are not what was written (X12). */
export const inexactIn = (body: unknown): readonly InexactNumber[] =>
  (typeof body === 'object' && body !== null && inexactNumbers.get(body)) || [];

/**
 * Parses a request body; while a large one is looked through, others are served.
 * @throws MALFORMED_JSON with a sentence that says what is wrong
 */
export async function parseJsonBody(bytes: Buffer): Promise<unknown> {
  const text = decode(bytes);
  let began = performance.now();
  const scan = scanJson(text);
  let step = scan.next();
  for (; !step.done; step = scan.next()) {
    if (performance.now() - began < STRETCH_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  const body = parse(text);
  if (step.value.length > 0 && typeof body === 'object' && body !== null) inexactNumbers.set(body, step.value);
  return body;
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The message of the engine quotes the text; only the place is told on.
    const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = at === undefined ? 'it ends too early' : `it breaks off at character ${Number(at) + 1}`;
    throw malformed(`The body is not valid JSON: ${where}.`);
  }
  // A lone surrogate can only come from an escape: the bytes themselves were valid UTF-8.
  if (text.includes('\\u')) checkWellFormed(value);
  return value;
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw malformed('The body starts with a byte order mark; send plain UTF-8.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
}

function checkWellFormed(value: unknown): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw malformed('A string holds half of a surrogate pair.');
  } else if (Array.isArray(value)) {
    for (const item of value) checkWellFormed(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      checkWellFormed(key);
      checkWellFormed(item);
    }
  }
}
