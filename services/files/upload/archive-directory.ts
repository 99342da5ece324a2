/**
 * Checks of ZIP archives and Office documents by the directory at their end, without unpacking: which entries there
 * are, and how large they say they become.
 */

/** Reads bytes of the file, from `start` to `end`, both included. */
type ReadRange = (start: number, end: number) => Promise<Buffer>;

interface ArchiveEntry {
  name: string;
  packedBytes: number;
  bytes: number;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024;
const MAX_GROWTH = 100;
/** The largest plausible overhead of an entry that cannot be compressed, with the header of an encrypted one. */
const MAX_PACKING = 1.01;
const PACKING_BYTES = 128;
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

/** The part that makes a document one of its type. */
const MAIN_PARTS = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
} as const;
const NESTED_ARCHIVE = /\.(?:zip|7z|rar|gz|tgz|bz2|xz|tar|jar)$/i;

/** @returns the fault as the end of a sentence; null when there is none */
export async function findArchiveFault(
  kind: 'zip' | keyof typeof MAIN_PARTS,
  size: number,
  read: ReadRange,
): Promise<string | null> {
  const entries = await readDirectory(size, read);
  if (!entries) return 'has no valid directory of an archive at its end';
  const packed = entries.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  if (packed > size) return 'is an archive whose entries overlap';
  if (entries.some(({ packedBytes, bytes }) => packedBytes > bytes * MAX_PACKING + PACKING_BYTES))
    return 'is an archive with an entry that is larger than its directory says';
  const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpacked > MAX_UNPACKED_BYTES && unpacked > MAX_GROWTH * size)
    return `would grow from ${size} to ${unpacked} bytes`;
  return kind === 'zip' ? null : findDocumentFault(kind, entries);
}

function findDocumentFault(kind: keyof typeof MAIN_PARTS, entries: readonly ArchiveEntry[]): string | null {
  const names = new Set(entries.map(({ name }) => name));
  if (!names.has('[Content_Types].xml') || !names.has(MAIN_PARTS[kind]))
    return `is an archive, but not a ${kind} document`;
  if (entries.some(({ name }) => /(?:^|\/)vbaProject\.bin$/i.test(name))) return 'contains macros';
  const nested = entries.find(({ name }) => NESTED_ARCHIVE.test(name));
  return nested ? `contains the archive ${JSON.stringify(nested.name.slice(0, 80))}` : null;
}

/** Null where the end of the file is not one directory that covers what precedes it. */
async function readDirectory(size: number, read: ReadRange): Promise<ArchiveEntry[] | null> {
  if (size < END_BYTES) return null;
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await read(tailStart, size - 1);
  const at = findEnd(tail);
  if (at === -1) return null;
  const count = tail.readUInt16LE(at + 10);
  const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const isSingle = tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 8) === count;
  // No check here reads bytes before the first entry, or between the directory and its end.
  if (!isSingle || start + length !== tailStart + at || length > MAX_DIRECTORY_BYTES) return null;
  return length === 0 ? null : parseEntries(await read(start, start + length - 1), count);
}

/** The place of the end record, which only its comment follows; -1 without one. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === 0x06054b50 && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  return -1;
}

function parseEntries(directory: Buffer, count: number): ArchiveEntry[] | null {
  const entries: ArchiveEntry[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return at === directory.length && entries.length === count ? entries : null;
}
