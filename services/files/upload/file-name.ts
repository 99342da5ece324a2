/** The name a file is kept under (decisions F6; hardening H23). The bytes never stand under it. */

const MAX_BYTES = 255;

/**
 * The base name without control and bidirectional characters, at most 255 bytes with its ending kept; `file` when nothing is left.
 * Null when it holds a NUL, which no honest client sends.
 */
export function storedName(sent: string): string | null {
  if (sent.includes('\0')) return null;
  const base = sent.toWellFormed().slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const plain = base
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '')
    .normalize('NFC')
    .trim();
  const name = shorten(plain);
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = '';
  let room = MAX_BYTES - Buffer.byteLength(ending);
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + ending;
}
