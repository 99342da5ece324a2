/**
 * Reads a BSON document of a backup so that inserting it stores the same bytes again: with its number types, and with
 * its members in their order, which a plain object loses where their names are numbers.
 */
import { BSON, type Document } from 'mongodb';

/** Values stay in the classes of their BSON types. */
const EXACT = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

const OBJECT_TYPE = 3;
const ARRAY_TYPE = 4;

/** @throws Error for a document that cannot be written as it was */
export function exactDocument(bytes: Buffer): Document {
  const plain = BSON.deserialize(bytes, EXACT);
  if (isSame(plain, bytes)) return plain;
  const ordered = orderedDocument(bytes);
  if (isSame(ordered, bytes)) return ordered;
  throw new Error('a record cannot be written as it was read');
}

const isSame = (document: Document, bytes: Buffer): boolean =>
  bytes.equals(BSON.serialize(document, { ignoreUndefined: false }));

/** The serialiser writes a map in its own order. */
function orderedDocument(bytes: Uint8Array): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [type, nameAt, nameLength, at, length] of BSON.onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameLength)).toString('utf8');
    const value = bytes.subarray(at, at + length);
    if (type === OBJECT_TYPE) members.set(name, orderedDocument(value));
    else if (type === ARRAY_TYPE) members.set(name, [...orderedDocument(value).values()]);
    else members.set(name, BSON.deserialize(documentOf(type, value), EXACT).v);
  }
  return members;
}

/** A document with this value as its only member, `v`. */
function documentOf(type: number, value: Uint8Array): Buffer {
  const document = Buffer.alloc(4 + 1 + 2 + value.length + 1);
  document.writeInt32LE(document.length, 0);
  document.writeUInt8(type, 4);
  document.write('v\0', 5, 'latin1');
  document.set(value, 7);
  return document;
}
