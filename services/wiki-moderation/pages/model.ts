/** Wiki pages and their revisions as they are stored. A revision's text is sealed in a record of its own, so lists never read it. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';

export interface RevisionPointer {
  id: string;
  revision_number: number;
}

export interface PageRecord {
  /** UUID. */
  _id: string;
  library_id: string;
  slug: string;
  /** As the current revision has them. */
  title: string;
  description: string;
  category_id: string | null;
  tag_ids: string[];
  archived: boolean;
  current_revision: RevisionPointer;
  current_edition: RevisionPointer | null;
  /** How many revisions and editions there are: the number of the last one. */
  revisions: number;
  editions: number;
  /** Title and description as a search compares them. */
  search_text: string;
  created_by: Person;
  created_at: Date;
  updated_at: Date;
}

export interface WikiRevisionRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  revision_number: number;
  title: string;
  description: string;
  category_id: string | null;
  tag_ids: string[];
  /** SHA-256 of the markdown. */
  content_hash: string;
  edit_summary: string;
  hidden: boolean;
  created_by: Person;
  created_at: Date;
}

/** What a revision or an edition says: written once, never changed. */
export interface TextRecord {
  /** The id of the revision or edition. */
  _id: string;
  bytes: Buffer;
}

/** A slug that is or was in use; a retired one stays taken for ever. */
export interface SlugRecord {
  /** `<library id>/<slug>`. */
  _id: string;
  page_id: string;
  retired: boolean;
}

/** The collection of pages. */
export const pageCollection = defineCollection<PageRecord>('pages', [
  [{ library_id: 1, slug: 1 }, { unique: true }],
  [{ library_id: 1, archived: 1, title: 1, _id: 1 }],
  [{ library_id: 1, archived: 1, category_id: 1 }],
  [{ archived: 1, library_id: 1 }],
]);
/** The collection of their revisions. */
export const wikiRevisionCollection = defineCollection<WikiRevisionRecord>('revisions', [
  [{ page_id: 1, revision_number: -1 }, { unique: true }],
]);
/** The collection of sealed texts. */
export const textCollection = defineCollection<TextRecord>('texts');
/** The collection of slugs, retired ones included. */
export const slugCollection = defineCollection<SlugRecord>('slugs');
