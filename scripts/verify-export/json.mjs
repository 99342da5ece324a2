/** Strict reading of JSON, its canonical text (RFC 8785), checks of its values, hashes and base64. */
import { hash } from 'node:crypto';
import { refuse } from './refusals.mjs';

/** The text of UTF-8 bytes. */
export function decode(bytes, what) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('not-utf8', `${what} is not UTF-8 text.`);
  }
}

/** More levels than any export has; readers of JSON differ in how many they read. */
const MAX_DEPTH = 100;

/** Whether a parsed JSON value has more levels than so many. */
function isDeeper(value, levels) {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** The value of a JSON text. */
export function parse(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse('not-json', `${what} is not JSON: ${error.message}`);
  }
  if (isDeeper(value, MAX_DEPTH)) refuse('not-json', `${what} has more than ${MAX_DEPTH} levels.`);
  return value;
}

/**
 * Refuses JSON with a key twice in one object: JSON.parse keeps the last one silently, and another reader the
 * first.
 */
export function refuseDuplicateKeys(text, what) {
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;
  const open = [];
  for (const [word] of text.matchAll(token)) {
    const inside = open[open.length - 1];
    if (word === '{') open.push({ keys: new Set(), expectsKey: true });
    else if (word === '[') open.push(null);
    else if (word === '}' || word === ']') open.pop();
    else if (inside && word === ',') inside.expectsKey = true;
    else if (inside?.expectsKey) {
      const key = word.includes('\\') ? JSON.parse(word) : word.slice(1, -1);
      if (inside.keys.has(key)) refuse('duplicate-key', `${what} contains the duplicate key ${word}.`);
      inside.keys.add(key);
      inside.expectsKey = false;
    }
  }
}

/** JSON without duplicate keys, which readers interpret differently. */
export function parseStrictly(text, what) {
  const value = parse(text, what);
  refuseDuplicateKeys(text, what);
  return value;
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

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
