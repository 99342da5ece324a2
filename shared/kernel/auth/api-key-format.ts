/**
 * The text of a key: `css_<live|test>_<base62 of 32 random bytes>_<crc>` (A2, A15). The checksum tells garbage from a key without
 * asking anyone; whether a key is known, only the database tells. Pure.
 */

import { crc32 } from 'node:zlib';
import { sha256 } from '../../hash.ts';

export type KeyMode = 'live' | 'test';

const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PATTERN = /^css_(?:live|test)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;
/** The random part is the whole secret: the checksum can be worked out. */
const SECRET_PATTERN = /css_(?:live|test)_[0-9A-Za-z]{43}/;
/** How much of the random part the prefix shows. */
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

/** Whether a text has the form and the checksum of a key. Garbage costs no look-up. */
export function isApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const end = text.lastIndexOf('_');
  return checksum(text.slice(0, end)) === text.slice(end + 1);
}

/** Whether a text gives a key away, wherever in it and however it ends: such a text may not stand in an address (A15). */
export const containsApiKey = (text: string): boolean => SECRET_PATTERN.test(text);

/** What is kept of a key: SHA-256, in hex. 256 random bits need no slower hash. */
export const hashApiKey = (text: string): string => sha256(text);

/** What is shown of a key ever after: enough to recognise it, nothing to use. */
export function displayPartsOf(text: string): { prefix: string; lastFour: string } {
  return { prefix: text.slice(0, 'css_live_'.length + PREFIX_SECRET_CHARACTERS), lastFour: text.slice(-4) };
}
