/** Reading standards, their revisions, libraries and tags. */
import { endpoint } from '../endpoint.ts';
import { flag, id, integer, list, nullable, object, oneOf, optional, uuid } from '../schema.ts';
import { elementShown, fieldShown, subjectType } from '../shapes.ts';
import {
  libraryShown,
  revisionRow,
  standardCompact,
  standardFields,
  standardFull,
  standardMarkdown,
  standardVerbose,
  tagShown,
} from './shapes.ts';

const byReaders = { group: 'standards', auth: 'key_or_session', mutates: false } as const;
const onStandard = { resource: 'standard', by: 'id' } as const;
const change = oneOf('added', 'removed', 'changed', 'moved');

export const standardsReading = {
  'standards.list': endpoint({
    ...byReaders,
    http: 'GET /api/standards',
    summary: 'List the standards the caller may access',
    description:
      'Global standards, those of the caller’s company and its personal ones; project_id adds the standards scoped to that project (404 when it is out of reach). subject_type narrows the list to one scope. company_id other than the caller’s own leaves no company standards. Sorting by category follows the names of category and standard. A page past the end is empty.',
    permissions: ['standard:read'],
    query: {
      subject_type: optional(subjectType),
      project_id: optional(id),
      company_id: optional(id),
      library_id: optional(id),
      category_id: optional(id),
      search: {
        type: 'string',
        max: 500,
        optional: true,
        description: 'part of name or description, in any letter case',
      },
      include_deprecated: { type: 'boolean', default: false, optional: true },
      page: { type: 'number', integer: true, min: 1, max: 1_000_000_000, default: 1, optional: true },
      per_page: {
        type: 'number',
        integer: true,
        min: 1,
        max: 100,
        optional: true,
        description: 'default: all, up to 10,000; truncated says when there are more',
      },
      sort: { ...optional(oneOf('name', 'created_at', 'category')), description: 'default: category, then name' },
      sort_order: { type: 'enum', values: ['asc', 'desc'], default: 'asc', optional: true },
      format: { type: 'enum', values: ['verbose', 'compact'], default: 'verbose', optional: true, only: 'http' },
    },
    returns: object({
      standards: list({ type: 'multi', rules: [standardVerbose, standardCompact] }),
      total: integer,
      page: integer,
      per_page: nullable(integer),
      truncated: flag,
    }),
    errors: ['NOT_FOUND'],
    rules: ['R-018', 'R-019', 'R-027', 'R-032', 'R-036', 'R-176', 'R-177', 'R-228', 'S2', 'S24', 'G19'],
  }),
  'standards.get': endpoint({
    ...byReaders,
    http: 'GET /api/standards/:id',
    summary: 'One standard with the clauses and fields of a revision',
    description:
      'The current revision, or the one named by revisionId; a revision of another standard is 404. A standard never published has no clauses here: its working copy has them. Name, category and tags are today’s also when the revision is pinned. A clause under a moderation hold keeps address, depth and fields, and its content is empty.',
    permissions: ['standard:read'],
    on: onStandard,
    path: { id },
    query: {
      revisionId: optional(id),
      format: {
        type: 'enum',
        values: ['verbose', 'compact', 'markdown'],
        default: 'verbose',
        optional: true,
        only: 'http',
        description: 'compact leaves out the content; markdown is the content as markup and nothing else',
      },
      fields_only: { ...optional(flag), only: 'assistant' },
    },
    returns: { type: 'multi', rules: [standardFull, standardMarkdown, standardFields, standardCompact] },
    etag: 'bytes',
    rules: ['R-003', 'R-031', 'R-037', 'R-040', 'R-144', 'R-145', 'R-177', 'R-199', 'R-200', 'R-240', 'S2', 'S22', 'S23', 'W14'],
  }),
  'standards.revisions': endpoint({
    ...byReaders,
    http: 'GET /api/standards/:id/revisions',
    summary: 'The revision history of a standard, newest first',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    path: { id },
    returns: object({ revisions: list(revisionRow), total: integer }),
    rules: ['R-056', 'R-058', 'S3', 'W11'],
  }),
  'standards.compare': endpoint({
    ...byReaders,
    http: 'GET /api/standards/:id/compare',
    summary: 'Two revisions of a standard side by side',
    description:
      'Clauses and fields are matched by identity; what did not change is left out. moved means that only the address differs. contentIdentical compares the content hashes.',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    path: { id },
    query: { from: id, to: id },
    etag: 'bytes',
    returns: object({
      from: revisionRow,
      to: revisionRow,
      clauses: list(object({ change, element_id: id, before: nullable(elementShown), after: nullable(elementShown) })),
      fields: list(object({ change, field_id: id, element_id: id, before: nullable(fieldShown), after: nullable(fieldShown) })),
      tags: object({ added: list(uuid), removed: list(uuid) }),
      contentIdentical: flag,
    }),
    rules: ['R-200', 'S25'],
  }),
  'standards.tags.list': endpoint({
    ...byReaders,
    http: 'GET /api/standards/tags',
    calledBy: ['wiki-moderation'],
    summary: 'The topic tags a revision may carry',
    description: 'A retired tag is listed with active false: it may stay where it is and cannot be added.',
    permissions: ['standard:read'],
    returns: object({ tags: list(tagShown), total: integer }),
    rules: ['R-035', 'S7', 'S11'],
  }),
  'libraries.list': endpoint({
    ...byReaders,
    http: 'GET /api/libraries',
    summary: 'The libraries of the scopes the caller may read',
    description:
      'Global, company and personal libraries, or those of one scope with subject_type; subject_type project needs subject_id, the project’s id. Every scope has a default library.',
    permissions: ['standard:read'],
    query: { subject_type: optional(subjectType), subject_id: optional(id) },
    returns: object({ libraries: list(libraryShown), total: integer }),
    errors: ['NOT_FOUND'],
    extension: true,
    rules: ['S15'],
  }),
} as const;
