/**
 * Records and collections of wiki pages, revisions, sealed texts and slugs. Texts have records of their own,
 * so that lists do not read them.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { Citation } from '../../../shared/markup/page-references.ts';

export interface RevisionPointer {
  id: string;
  revision_number: number;
}

export interface PageRecord {
  /** UUID. */
  _id: string;
  library_id: string;
  slug: string;
  title: string;
  /** The revision that introduced the title, or that a title reset named; never hidden. */
  title_source: string;
  /** Copied from the current revision, as are category and tags. */
  description: string;
  category_id: string | null;
  tag_ids: string[];
  archived: boolean;
  current_revision: RevisionPointer;
  current_edition: RevisionPointer | null;
  /** Number of revisions and of editions, which is the number of the last one. */
  revisions: number;
  editions: number;
  /** Incremented by moderation, adoptions and errata, whose transactions wait for each other and for edits. */
  moderations: number;
  /** Counts the changes of its moderation holds; absent before the first. */
  holds_version?: number;
  /** Title and description, folded for search. */
  search_text: string;
  /** Citations in the current revision; absent only before `Pages.create` adds them. */
  citations?: Citation[];
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

/** The text of a revision or an edition: written once, never changed. */
interface TextRecord {
  /** The id of the revision or edition. */
  _id: string;
  bytes: Buffer;
}

/** A slug in use or retired; retired slugs are never reused. */
interface SlugRecord {
  /** `<library id>/<slug>`. */
  _id: string;
  page_id: string;
  retired: boolean;
}

export const pageCollection = defineCollection<PageRecord>('pages', [
  [{ library_id: 1, slug: 1 }, { unique: true }],
  [{ library_id: 1, archived: 1, title: 1, _id: 1 }],
  [{ library_id: 1, archived: 1, category_id: 1 }],
  [{ archived: 1, library_id: 1 }],
  [{ 'citations.page': 1, archived: 1, title: 1, _id: 1 }],
]);
export const wikiRevisionCollection = defineCollection<WikiRevisionRecord>('revisions', [
  [{ page_id: 1, revision_number: -1 }, { unique: true }],
]);
export const textCollection = defineCollection<TextRecord>('texts');
/** The collection of slugs, retired ones included. */
export const slugCollection = defineCollection<SlugRecord>('slugs');
