/**
 * The name under which an uploaded file is stored and shown, made from the name that the client sent. The key of its
 * bytes is random and never made from it.
 */
import { isName } from '../../../shared/text/names-and-emails.ts';

const MAX_BYTES = 255;

/**
 * The base name, cut to 255 bytes before its extension; `file` when nothing is left. Null when it is not a
 * name: it contains control or text-direction characters, or nothing visible.
 */
export function toStoredName(clientName: string): string | null {
  if (clientName.includes('\0')) return null;
  const base = clientName
    .toWellFormed()
    .slice(Math.max(clientName.lastIndexOf('/'), clientName.lastIndexOf('\\')) + 1);
  const plain = base.normalize('NFC').trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  return isName(plain) ? truncateName(plain) : null;
}

function truncateName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = '';
  let room = MAX_BYTES - Buffer.byteLength(extension);
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + extension;
}
