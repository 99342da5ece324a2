/**
 * Records and collections of sealed revisions and their contents. Only the holds of a revision and `used_at` of a
 * content change, and the clause tree is added once.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { SealedTree } from '../../../shared/proof-tree.ts';
import type { Severity } from '../../../shared/revisioning/outline/revision-codes.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { WikiLink } from '../standard/model.ts';

export interface StandardRevisionRecord {
  _id: number;
  standard_id: number;
  /** 1, 2, 3… in the order of publication. */
  ordinal: number;
  code: string;
  severity: Severity;
  summary: string;
  tags: string[];
  /** Hash of the content without identities. */
  content_hash: string;
  /** Id of the content: SHA-256 of its text, identities included. */
  content_id: string;
  element_count: number;
  field_count: number;
  /** Copies only: the revision of the source that was last merged into this one, also where the source is deleted. */
  source_revision_id?: number;
  /** The current revision when this one was sealed; absent for the first. */
  previous_revision_id?: number;
  /** Of a publication: when the working copy was opened that became it. */
  draft_opened_at?: Date;
  /** Adopted editions only. */
  wiki?: WikiLink & { edition_number: number };
  created_by: Person | null;
  created_at: Date;
  /** The moderation holds that reach it. */
  holds: RevisionHold[] | undefined;
  /** The tree over its clauses, which certificates name; absent before the first of them. */
  clause_tree?: SealedTree;
}

/** What never changes of a revision. */
export type SealedRevision = Omit<StandardRevisionRecord, 'holds'>;

/** An outline by the hash of its text, so that equal contents are stored once. */
export interface RevisionContentRecord {
  _id: string;
  content: Buffer;
  /** When a revision was last sealed with it. */
  used_at?: Date;
}

export const standardRevisionCollection = defineCollection<StandardRevisionRecord>('revisions', [
  [{ standard_id: 1, ordinal: 1 }, { unique: true }],
  [{ content_id: 1 }],
  [{ 'holds.page_id': 1, _id: 1 }, { partialFilterExpression: { 'holds.page_id': { $exists: true } } }],
  [
    { 'wiki.adopted_revision_id': 1, standard_id: 1 },
    { unique: true, partialFilterExpression: { 'wiki.adopted_revision_id': { $exists: true } } },
  ],
]);
export const revisionContentCollection = defineCollection<RevisionContentRecord>('contents');
