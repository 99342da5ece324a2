/**
 * JSON as the contract accepts it: no duplicate keys, no lone surrogates, no BOM, no key that names a prototype, depth at most 100
 * (decisions G18; hardening H6, H8). JSON.parse decides the grammar; this file refuses what JSON.parse silently lets through.
 */
import { fail } from '../../shared/kernel/errors.ts';

const MAX_DEPTH = 100;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const malformed = (detail: string): Error => fail('MALFORMED_JSON', detail);

/**
 * Parses a request body.
 * @throws MALFORMED_JSON with a sentence that says what is wrong
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  checkKeysAndDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;

/** One pass over the text before it is parsed, so that neither depth nor doubled keys can cost more than their length. */
function checkKeysAndDepth(text: string): void {
  // One entry per open bracket: the keys seen so far of an object, null for an array.
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      open.push(char === OPEN_BRACE ? new Set() : null);
      if (open.length > MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop();
    } else if (char === QUOTE) {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && isKey(text, end + 1)) addKey(keys, text.slice(at, end + 1));
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === BACKSLASH) at += 1;
    else if (char === QUOTE) return at;
  }
  throw malformed('The body is not valid JSON.');
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === COLON;
}

function addKey(keys: Set<string>, literal: string): void {
  const key = literal.includes('\\') ? unescapeKey(literal) : literal.slice(1, -1);
  if (FORBIDDEN_KEYS.has(key)) throw malformed(`The key '${key}' is not allowed.`);
  if (keys.has(key)) throw malformed(`The key '${key.slice(0, 100)}' stands twice in one object.`);
  keys.add(key);
}

function unescapeKey(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformed('The body is not valid JSON.');
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
