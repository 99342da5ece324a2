/**
 * Strict reading of JSON, its canonical text (RFC 8785), checks of its values, hashes and base64. Nothing here
 * calls itself once for each level of a file before the levels are counted, and no regular expression runs over a
 * whole file: either would end with a full stack.
 */
import { hash } from 'node:crypto';
import { refuse } from './refusals.mjs';

/** The text of UTF-8 bytes. */
export function decode(bytes, what) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    // A text that is too long for this program is no fault of the file.
    if (!(error instanceof TypeError)) throw error;
    return refuse('not-utf8', `${what} is not UTF-8 text.`);
  }
}

/** More levels than any export has; readers of JSON differ in how many they read. */
const MAX_DEPTH = 100;

/** The place of the quote that ends a string; at or behind the end of a text where none does. */
function endOfString(text, start) {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/**
 * Reads the structure of a JSON text from left to right.
 * @param visit called with each bracket, brace, comma, or quote that begins a string, its place, and that of its end
 */
function readStructure(text, visit) {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const end = sign === '"' ? endOfString(text, at) : at;
    if ('"{}[],'.includes(sign)) visit(sign, at, end);
    at = end;
  }
}

/** Refuses a text with more levels than `MAX_DEPTH`, before anything reads it that calls itself for each level. */
function refuseManyLevels(text, what) {
  let depth = 0;
  readStructure(text, (sign) => {
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > MAX_DEPTH) refuse('not-json', `${what} has more than ${MAX_DEPTH} levels.`);
  });
}

/** The value of a JSON text. */
export function parse(text, what) {
  refuseManyLevels(text, what);
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('not-json', `${what} is not JSON: ${error.message}`);
  }
}

/**
 * Refuses JSON with a key twice in one object: JSON.parse keeps the last one silently, and another reader the
 * first.
 */
export function refuseDuplicateKeys(text, what) {
  const open = [];
  readStructure(text, (sign, start, end) => {
    const inside = open[open.length - 1];
    if (sign === '{') open.push({ keys: new Set(), expectsKey: true });
    else if (sign === '[') open.push(null);
    else if (sign === '}' || sign === ']') open.pop();
    else if (inside && sign === ',') inside.expectsKey = true;
    else if (inside?.expectsKey) {
      const key = JSON.parse(text.slice(start, end + 1));
      if (inside.keys.has(key)) refuse('duplicate-key', `${what} has the member ${quote(key)} twice.`);
      inside.keys.add(key);
      inside.expectsKey = false;
    }
  });
}

/** JSON without duplicate keys, which readers interpret differently. */
export function parseStrictly(text, what) {
  const value = parse(text, what);
  refuseDuplicateKeys(text, what);
  return value;
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The longest part of a value of a file that a message has. */
const MAX_QUOTE = 120;

/** A value of a file for people, in JSON: cut where it is long, and in words where it is missing. */
export function quote(value) {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

/** A name or id of a file for people: a text as it is. */
export function nameOf(value) {
  return typeof value === 'string' && value.length <= MAX_QUOTE ? value : quote(value);
}

/** RFC 8785 of a parsed JSON value. */
export function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const keys = Object.keys(value);
  // Those of canonical text are sorted as they are read.
  if (keys.some((key, at) => at > 0 && keys[at - 1] > key)) keys.sort();
  let text = '';
  for (const key of keys) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(value[key])}`;
  return `{${text}}`;
}

/** Whether two parsed JSON values are equal, regardless of the order of keys. */
export function same(left, right) {
  if (left === right) return left !== undefined;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => same(item, right[at]))
    );
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}

/** SHA-256 as hexadecimal digits. */
export const sha256 = (data) => hash('sha256', data);
export const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** A time as the service writes it; such texts sort as the times they mean. */
export const isTime = (value) =>
  typeof value === 'string' &&
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/.test(
    value,
  );

/** UTF-8 bytes. A lone surrogate has none, and a reader that replaces it would hash another text. */
export function toBytes(text, what) {
  if (!text.isWellFormed()) refuse('not-unicode', `${what} contains half of a surrogate pair.`);
  return Buffer.from(text, 'utf8');
}

/** Bytes of canonical base64, so that no character can change unnoticed. */
export function fromBase64(text, reason, what) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : null;
  if (!bytes || bytes.toString('base64') !== text) refuse(reason, `${what} is not plain base64.`);
  return bytes;
}
