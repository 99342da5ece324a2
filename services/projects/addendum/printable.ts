/**
 * Turns an addendum into a document (`shared/documents`): the values of a datasheet as a table, the instructions of a
 * standard below it. Pure.
 */

import type { Infer } from '../../../shared/contracts/schema.ts';
import type { amendmentInstruction } from '../../../shared/contracts/standards/amendment-shapes.ts';
import {
  type PrintableAmendment,
  type PrintableEntry,
  toEntry,
} from '../../../shared/documents/print-amendment.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import type { Entry } from './compare-revisions.ts';
import { sayEntry, sayRecord } from './sentences.ts';

/** @param instructions of the standard of the entry */
export function toPrintable(
  entry: Entry,
  instructions: readonly Infer<typeof amendmentInstruction>[],
): PrintableEntry {
  const rows = (entry.values ?? []).map(({ before, after }) => {
    const field = after ?? before;
    return [field?.address ?? '', field?.label ?? '', sayRecord(before), sayRecord(after)];
  });
  return {
    sentence: sayEntry(entry),
    ...(rows.length > 0 ? { table: [['Clause', 'Field', 'Before', 'After'], ...rows] } : {}),
    ...(instructions.length > 0 ? { below: instructions.map(toEntry) } : {}),
  };
}

export function describeHead(
  before: RevisionWithManifest,
  after: RevisionWithManifest,
): PrintableAmendment['head'] {
  const { revision } = after;
  const { displayName } = revision.published_by ?? revision.created_by;
  return {
    id: revision.project_id,
    name: revision.header.name,
    from: editionOf(before),
    revision: {
      ...editionOf(after),
      date: (revision.published_at ?? revision.created_at).toISOString(),
      author: displayName,
    },
  };
}

const editionOf = ({ revision: { _id: id, code, is_draft } }: RevisionWithManifest) => ({
  id,
  code: is_draft ? `${code} (draft)` : code,
  content_hash: '',
});
