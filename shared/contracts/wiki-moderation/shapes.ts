/**
 * Schemas of wiki libraries, categories, pages, revisions and editions as read, and the rules of slugs
 * (document 1, Wiki resources; decisions W10, W11).
 */
import { person } from '../common-shapes.ts';
import { boolean, integer, list, nullable, object, oneOf, optional, text, time, uuidOf } from '../schema.ts';
import { heldClause, revocationEffect } from './revocation-shapes.ts';

/** Reserved words: path segments in the place of a slug (G15). */
export const RESERVED_SLUGS: readonly string[] = [
  'revisions',
  'citations',
  'adopted',
  'errata',
  'moderation-log',
  'search-users',
  'roles',
  'diff',
  'validate',
];

/** Lower-case letters and digits joined by single hyphens. */
export const slug = { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', min: 1, max: 100 } as const;
/** A slug in a path: any unknown one is 404. */
export const slugInPath = { type: 'string', max: 200 } as const;

export const wikiLibraryView = object({
  id: uuidOf('wikiLibrary'),
  slug: { ...text, idKind: 'librarySlug' },
  name: text,
  description: text,
  standard_count: integer,
});

const categoryFields = {
  id: uuidOf('wikiCategory'),
  name: text,
  slug: text,
  description: text,
  sortOrder: integer,
  parentId: nullable(uuidOf('wikiCategory')),
} as const;
export const wikiCategoryView = object({
  ...categoryFields,
  librarySlug: { ...text, idKind: 'librarySlug' },
});
export const wikiCategoryTree = list(
  object({
    ...categoryFields,
    standard_count: integer,
    children: list(object({ ...categoryFields, standard_count: integer })),
  }),
);

/** A page as other rows name it. */
export const wikiStandardRef = object({
  id: uuidOf('wikiStandard'),
  librarySlug: { ...text, idKind: 'librarySlug' },
  slug: { ...text, idKind: 'standardSlug' },
  title: text,
});
const categoryRef = object({ id: uuidOf('wikiCategory'), name: text, slug: text });
export const wikiRevisionRef = object({ id: uuidOf('wikiRevision'), revision_number: integer });
const editionNumber = { ...integer, idKind: 'editionNumber' } as const;
export const editionRef = object({ id: uuidOf('edition'), revision_number: editionNumber });

const pageFields = {
  id: uuidOf('wikiStandard'),
  librarySlug: { ...text, idKind: 'librarySlug' },
  slug: { ...text, idKind: 'standardSlug' },
  title: text,
  description: text,
  category: nullable(categoryRef),
  current_revision: wikiRevisionRef,
  /** The current citable edition; null before the first adoption. */
  current_adopted_revision: nullable(editionRef),
  tags: list(uuidOf('tag')),
  /** Only moderators read an archived standard. */
  archived: boolean,
  created_at: time,
  updated_at: time,
} as const;
export const wikiPageRow = object(pageFields);
export const wikiPageView = object({ ...pageFields, content: text, created_by: person });

const revisionFields = {
  id: uuidOf('wikiRevision'),
  standard_id: uuidOf('wikiStandard'),
  revision_number: integer,
  title: text,
  edit_summary: text,
  tags: list(uuidOf('tag')),
  content_hash: text,
  hidden: boolean,
  created_by: person,
  created_at: time,
} as const;
export const wikiRevisionRow = object(revisionFields);
export const wikiRevision = object({ ...revisionFields, content: text });

const SYNC_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export const EDITION_STATUSES = ['review', 'published', 'cancelled'] as const;

const editionFields = {
  id: uuidOf('edition'),
  standard_id: uuidOf('wikiStandard'),
  /** Counts the editions of the page. */
  revision_number: editionNumber,
  source_revision_id: uuidOf('wikiRevision'),
  status: oneOf(...EDITION_STATUSES, 'revoked'),
  title: text,
  tags: list(uuidOf('tag')),
  content_hash: text,
  /** The current edition. */
  current: boolean,
  adopted_by: person,
  adopted_at: time,
  /** State of the library copy: queued, running, done; failed is retried. */
  syncStatus: oneOf(...SYNC_STATUSES),
  attempts: integer,
  last_error: nullable(object({ code: text, message: text })),
  /** For moderators only. */
  revoked_at: optional(nullable(time)),
  revoked_reason_code: optional(nullable(text)),
  /** For moderators, under an open revocation; without one of the edition, the oldest of its clauses. */
  effect: optional(revocationEffect),
  /** For moderators: all holds on clauses of the edition. */
  clause_holds: optional(list(revocationEffect)),
} as const;
export const editionRow = object(editionFields);
/** A published edition, with the job that copies it into the library. */
export const adoptionResult = object({
  adoptedRevision: editionRow,
  adoption: object({ id: uuidOf('adoption'), syncStatus: oneOf(...SYNC_STATUSES) }),
});
export const editionView = object({
  ...editionFields,
  description: text,
  category_path: list(text),
  /** Without the text of clauses that are withheld. */
  content: text,
  held_clauses: list(heldClause),
});
