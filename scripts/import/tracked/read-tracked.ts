/**
 * Reads a Word file with tracked changes as two documents, one with all rejected and one with all accepted, in which
 * the same paragraph is the same clause. Pure.
 */

import { type ImportChange, UnusableDocumentError } from '../documents/import-change.ts';
import { nameDocument } from '../documents/name-document.ts';
import { numberOutline } from '../documents/number-outline.ts';
import { settleImages } from '../documents/source-images.ts';
import type { SourceDocument, SourceImage } from '../documents/source-outline.ts';
import { toValidDocument, type ValidDocument } from '../documents/valid-document.ts';
import type { StyleFile } from '../documents/word/style-file.ts';
import type { TrackedChange } from '../documents/word/tracked-changes.ts';
import { readTrackedDocument } from '../documents/word/word-document.ts';

export interface TrackedFile {
  /** The document with all changes rejected. */
  before: ValidDocument;
  /** The document with all changes accepted. */
  after: ValidDocument;
  /** Addresses of one clause: before by after. */
  same: ReadonlyMap<string, string>;
  tracked: (TrackedChange & { address: string | null })[];
  /** What was changed for the document with the changes. */
  changes: ImportChange[];
  /** Images that either refers to. */
  images: readonly SourceImage[];
}

/** @throws UnusableDocumentError for a file without tracked changes, or one that cannot be imported */
export function readTrackedFile(bytes: Uint8Array, fileName: string, roles?: StyleFile): TrackedFile {
  const changes: ImportChange[] = [];
  const report = (change: ImportChange) => void changes.push(change);
  const read = readTrackedDocument(bytes, report, roles);
  if (read.changes.length === 0)
    throw new UnusableDocumentError(
      'The Word file has no tracked changes. Import it without --tracked, or save it with its changes still tracked.',
    );
  const before = nameDocument(
    toValidDocument(read.before, () => undefined),
    fileName,
    () => undefined,
  );
  const after = nameDocument(toValidDocument(read.after, report), fileName, report);
  const [was, is] = [addressesOf(read.before), addressesOf(read.after)];
  const same = new Map(
    [...is].flatMap(([source, address]) => {
      const old = was.get(source);
      return old === undefined ? [] : [[address, old] as const];
    }),
  );
  const tracked = read.changes.map((change) => ({
    ...change,
    address: addressAt(change.source, is) ?? null,
  }));
  return {
    before: settleImages(before, read.images).document,
    after: settleImages(after, read.images).document,
    same,
    tracked,
    changes,
    images: read.images,
  };
}

/** The address of each element by the paragraph that begins it. */
function addressesOf({ nodes }: SourceDocument): Map<string, string> {
  const numbered = numberOutline(nodes, () => undefined);
  return new Map(numbered.map(({ address, node }) => [node.source, address]));
}

/** The element to which a paragraph or table belongs: the one that it begins, or the last one before it. */
function addressAt(source: string, addresses: ReadonlyMap<string, string>): string | undefined {
  const numberOf = (text: string): number => Number(/\d+$/.exec(text)?.[0]);
  const at = numberOf(source);
  let found: string | undefined;
  let nearest = 0;
  for (const [one, address] of addresses) {
    const place = numberOf(one);
    if (place <= at && place >= nearest) [nearest, found] = [place, address];
  }
  return found;
}
