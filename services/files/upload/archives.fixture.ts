/** Test fixture: ZIP archives with given entries, also with a directory that lies about them. */
interface Entry {
  name: string;
  text?: string;
  /** What the directory says of its unpacked size. */
  claimedBytes?: number;
  /** What the directory says of its packed size. */
  claimedPacked?: number;
}

export function createArchive(...entries: Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text = '', claimedBytes = text.length, claimedPacked = text.length } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(text.length, 18);
    local.writeUInt32LE(text.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt32LE(claimedPacked, 20);
    central.writeUInt32LE(claimedBytes, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    files.push(local, Buffer.from(name), Buffer.from(text));
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + text.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

/** A document with its parts, and further ones. */
export const createDocument = (mainPart: string, ...more: Entry[]): Buffer =>
  createArchive({ name: '[Content_Types].xml' }, { name: mainPart }, ...more);
