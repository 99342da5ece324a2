/**
 * Records and collections of sealed revisions and their contents. Nothing of a revision changes, apart from its clause
 * tree, which is added once, and only `used_at` of a content does.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { SealedTree } from '../../../shared/proof-tree.ts';
import type { Severity } from '../../../shared/revisioning/outline/revision-codes.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { WikiLink } from '../standard/model.ts';

export interface SealedRevision {
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
  /** The tree over its clauses, which certificates name; absent before the first of them. */
  clause_tree?: SealedTree;
}

/** A revision with the moderation holds that reach it now. */
export interface StandardRevisionRecord extends SealedRevision {
  holds: RevisionHold[] | undefined;
}

/** An outline by the hash of its text, so that equal contents are stored once. */
export interface RevisionContentRecord {
  _id: string;
  content: Buffer;
  /** When a revision was last sealed with it. */
  used_at?: Date;
}

export const standardRevisionCollection = defineCollection<SealedRevision>('revisions', [
  [{ standard_id: 1, ordinal: 1 }, { unique: true }],
  [{ content_id: 1 }],
  [
    { 'wiki.adopted_revision_id': 1, standard_id: 1 },
    { unique: true, partialFilterExpression: { 'wiki.adopted_revision_id': { $exists: true } } },
  ],
]);
export const revisionContentCollection = defineCollection<RevisionContentRecord>('contents');
