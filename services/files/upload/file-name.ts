/** The name a file is kept under (decisions F6, X4; hardening H23). The bytes never stand under it. */
import { isName } from '../../../shared/text/names-and-emails.ts';

const MAX_BYTES = 255;

/**
 * The base name, at most 255 bytes with its ending kept; `file` when nothing is left. Null when it is no name (X4): it holds control
 * characters or marks that turn its direction, or nobody sees anything of it.
 */
export function toStoredName(sent: string): string | null {
  if (sent.includes('\0')) return null;
  const base = sent.toWellFormed().slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const plain = base.normalize('NFC').trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  return isName(plain) ? truncateName(plain) : null;
}

function truncateName(name: string): string {
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
