/**
 * Format of API keys, `css_<live|test>_<base62 of 32 random bytes>_<crc>`: creation, check, detection in a
 * text, hash and displayed parts. The checksum rejects malformed keys without a database query.
 * Pure.
 */

import { crc32 } from 'node:zlib';
import { sha256 } from '../../hash.ts';

type KeyMode = 'live' | 'test';

const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PATTERN = /^css_(?:live|test)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;
/** A key without its checksum. */
const SECRET_PATTERN = /css_(?:live|test)_[0-9A-Za-z]{43}/;
/** Characters of the random part in the displayed prefix. */
const PREFIX_SECRET_CHARACTERS = 4;

/** Base62 of a whole number, at least `width` digits. */
function toBase62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62_DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(width, '0');
}

/** Six base62 digits over everything before the last underscore. */
const checksum = (body: string): string => toBase62(BigInt(crc32(body)), 6);

/**
 * The key made of 32 random bytes.
 * @throws RangeError for another number of bytes
 */
export function formatApiKey(mode: KeyMode, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('a key needs exactly 32 random bytes');
  const body = `css_${mode}_${toBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), 43)}`;
  return `${body}_${checksum(body)}`;
}

/** Whether a text has the form and the checksum of a key. */
export function isApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const end = text.lastIndexOf('_');
  return checksum(text.slice(0, end)) === text.slice(end + 1);
}

/** Whether a text contains the secret of a key: such a text is refused in a URL. */
export const containsApiKey = (text: string): boolean => SECRET_PATTERN.test(text);

/** The stored form of a key. 256 random bits need no slower hash. */
export const hashApiKey = (text: string): string => sha256(text);

/** The parts of a key that are displayed: enough to recognise it, useless as a credential. */
export function displayPartsOf(text: string): { prefix: string; lastFour: string } {
  return { prefix: text.slice(0, 'css_live_'.length + PREFIX_SECRET_CHARACTERS), lastFour: text.slice(-4) };
}
