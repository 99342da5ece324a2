/**
 * Recognises the encoding of a text file by its first bytes, and decodes its chunks for the search of control
 * characters and HTML. Only Unicode with a byte order mark, and UTF-16 by its zero bytes, is recognised; any other
 * text, UTF-8 too, is `bytes` and is read as Latin-1: its ASCII is right, its other letters are not.
 */

/** `bytes`: UTF-8, or a code page that only its author knows. */
export type TextEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | 'bytes';

/** In this order: the mark of UTF-32 begins with that of UTF-16. */
const MARKS: readonly (readonly [TextEncoding, Buffer])[] = [
  ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
  ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** UTF-16 without a mark: so many characters, and this part of them, are of ASCII or Latin-1. */
const MIN_CHARACTERS = 4;
const MIN_LATIN_PART = 0.75;

/** @param head the first bytes of the text, or all of it */
export function recogniseEncoding(head: Buffer): TextEncoding {
  const [marked] = MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark)) ?? [];
  if (marked !== undefined) return marked;
  if (isUnmarkedUtf16(head, 1)) return 'utf-16le';
  return isUnmarkedUtf16(head, 0) ? 'utf-16be' : 'bytes';
}

/** @param highByte the place of the higher byte of each pair: zero for a Latin letter */
function isUnmarkedUtf16(head: Buffer, highByte: 0 | 1): boolean {
  const count = Math.floor(head.length / 2);
  if (count < MIN_CHARACTERS || head[highByte] !== 0) return false;
  let latin = 0;
  for (let at = 0; at < count * 2; at += 2) {
    if (head[at + 1 - highByte] === 0) return false;
    if (head[at + highByte] === 0) latin += 1;
  }
  return latin / count >= MIN_LATIN_PART;
}

/**
 * A decoder to search a text with, not to show it. @returns the text of each chunk; a call without one ends the text
 * @throws RangeError or TypeError, from the decoder, for bytes that the encoding does not allow
 */
export function createScanDecoder(encoding: TextEncoding): (chunk?: Buffer) => string {
  switch (encoding) {
    case 'bytes':
      return (chunk) => chunk?.toString('latin1') ?? '';
    case 'utf-16le':
    case 'utf-16be': {
      const decoder = new TextDecoder(encoding, { fatal: true });
      return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
    }
    default:
      return createUtf32Decoder(encoding === 'utf-32le');
  }
}

function createUtf32Decoder(isLittleEndian: boolean): (chunk?: Buffer) => string {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (chunk === undefined && rest.length > 0) throw new RangeError('incomplete UTF-32');
    const bytes = Buffer.concat([rest, chunk ?? Buffer.alloc(0)]);
    const length = bytes.length - (bytes.length % 4);
    rest = bytes.subarray(length);
    let text = '';
    for (let at = 0; at < length; at += 4)
      text += String.fromCodePoint(isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
    return text;
  };
}
