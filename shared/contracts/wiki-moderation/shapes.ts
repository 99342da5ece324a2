/**
 * Schemas of wiki libraries, categories, pages, revisions and editions as read, and the rules of slugs (decisions
 * W10, W11).
 */
import { allowedActionIds, person } from '../common-shapes.ts';
import * as s from '../schema.ts';
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

export const wikiLibraryView = s.named(
  'WikiLibrary',
  s.object({
    id: s.uuidOf('wikiLibrary'),
    slug: { ...s.text, idKind: 'librarySlug' },
    name: s.text,
    description: s.text,
    standard_count: s.integer,
  }),
);

const categoryFields = {
  id: s.uuidOf('wikiCategory'),
  name: s.text,
  slug: s.text,
  description: s.text,
  sortOrder: s.integer,
  parentId: s.nullable(s.uuidOf('wikiCategory')),
} as const;
export const wikiCategoryView = s.named(
  'WikiCategory',
  s.object({
    ...categoryFields,
    librarySlug: { ...s.text, idKind: 'librarySlug' },
  }),
);
export const wikiCategoryTree = s.list(
  s.object({
    ...categoryFields,
    standard_count: s.integer,
    children: s.list(s.object({ ...categoryFields, standard_count: s.integer })),
  }),
);

/** A page as other rows name it. */
export const wikiStandardRef = s.named(
  'WikiStandardReference',
  s.object({
    id: s.uuidOf('wikiStandard'),
    librarySlug: { ...s.text, idKind: 'librarySlug' },
    slug: { ...s.text, idKind: 'standardSlug' },
    title: s.text,
  }),
);
const categoryRef = s.named(
  'WikiCategoryReference',
  s.object({ id: s.uuidOf('wikiCategory'), name: s.text, slug: s.text }),
);
export const wikiRevisionRef = s.named(
  'WikiRevisionReference',
  s.object({ id: s.uuidOf('wikiRevision'), revision_number: s.integer }),
);
const editionNumber = { ...s.integer, idKind: 'editionNumber' } as const;
export const editionRef = s.named(
  'WikiRevisionReference',
  s.object({ id: s.uuidOf('edition'), revision_number: editionNumber }),
);

const pageFields = {
  id: s.uuidOf('wikiStandard'),
  librarySlug: { ...s.text, idKind: 'librarySlug' },
  slug: { ...s.text, idKind: 'standardSlug' },
  title: s.text,
  description: s.text,
  category: s.nullable(categoryRef),
  current_revision: wikiRevisionRef,
  /** The current citable edition; null before the first adoption. */
  current_adopted_revision: s.nullable(editionRef),
  tags: s.list(s.uuidOf('tag')),
  /** Only moderators read an archived standard. */
  archived: s.boolean,
  created_at: s.time,
  updated_at: s.time,
} as const;
export const wikiPageRow = s.named('WikiStandard', s.object(pageFields));
export const wikiPageView = s.named(
  'WikiStandardWithContent',
  s.object({ ...pageFields, content: s.text, created_by: person, allowed_actions: allowedActionIds }),
);

const revisionFields = {
  id: s.uuidOf('wikiRevision'),
  standard_id: s.uuidOf('wikiStandard'),
  revision_number: s.integer,
  title: s.text,
  edit_summary: s.text,
  tags: s.list(s.uuidOf('tag')),
  content_hash: s.text,
  hidden: s.boolean,
  created_by: person,
  created_at: s.time,
} as const;
export const wikiRevisionRow = s.named('WikiRevision', s.object(revisionFields));
export const wikiRevision = s.named(
  'WikiRevisionWithContent',
  s.object({ ...revisionFields, content: s.text }),
);

const SYNC_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export const EDITION_STATUSES = ['review', 'published', 'cancelled'] as const;

const editionFields = {
  id: s.uuidOf('edition'),
  standard_id: s.uuidOf('wikiStandard'),
  /** Counts the editions of the page. */
  revision_number: editionNumber,
  source_revision_id: s.uuidOf('wikiRevision'),
  status: s.oneOf(...EDITION_STATUSES, 'revoked'),
  title: s.text,
  tags: s.list(s.uuidOf('tag')),
  content_hash: s.text,
  /** The current edition. */
  current: s.boolean,
  adopted_by: person,
  adopted_at: s.time,
  /** State of the library copy: queued, running, done; failed is retried. */
  syncStatus: s.oneOf(...SYNC_STATUSES),
  attempts: s.integer,
  last_error: s.nullable(s.named('SyncError', s.object({ code: s.text, message: s.text }))),
  /** For moderators only. */
  revoked_at: s.optional(s.nullable(s.time)),
  revoked_reason_code: s.optional(s.nullable(s.text)),
  /** For moderators, under an open revocation; without one of the edition, the oldest of its clauses. */
  effect: s.optional(revocationEffect),
  /** For moderators: all holds on clauses of the edition. */
  clause_holds: s.optional(s.list(revocationEffect)),
} as const;
export const editionRow = s.named('AdoptedRevision', s.object(editionFields));
/** A published edition, with the job that copies it into the library. */
export const adoptionResult = s.named(
  'AdoptionResult',
  s.object({
    adoptedRevision: editionRow,
    adoption: s.object({ id: s.uuidOf('adoption'), syncStatus: s.oneOf(...SYNC_STATUSES) }),
  }),
);
export const editionView = s.named(
  'AdoptedRevisionWithContent',
  s.object({
    ...editionFields,
    description: s.text,
    category_path: s.list(s.text),
    /** Without the text of clauses that are withheld. */
    content: s.text,
    held_clauses: s.list(heldClause),
  }),
);
