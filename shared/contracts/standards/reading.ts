/**
 * Read endpoints of standards: one standard, its revisions, their comparison and the amendment from one to another;
 * also the lists of tags and libraries.
 */
import { elementView, fieldView, subjectType } from '../common-shapes.ts';
import { documentFile } from '../document-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { standardAmendment, wordsFormat } from './amendment-shapes.ts';
import {
  libraryView,
  standardCatalogue,
  standardCompact,
  standardFields,
  standardFull,
  standardMarkdown,
  standardRevisionRow,
  tagView,
} from './shapes.ts';

const readAccess = { group: 'standards', auth: 'key_or_session', mutates: false } as const;
const onStandard = { resource: 'standard', by: 'id' } as const;
const change = s.oneOf('added', 'removed', 'changed', 'moved');

export const standardReadEndpoints = {
  'standards.get': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id',
    summary: 'Returns a standard with the clauses and fields of a revision',
    description:
      'The current revision, or the one named by revisionId; a revision of another standard is 404. A standard never published has no clauses here: its working copy has them. Name, category and tags are always the current ones, even with revisionId. A clause under a moderation hold has a moderation notice; at level 2 it keeps address, depth and fields, and its content is empty. allowed_actions: the writes on the standard and its working copy that are allowed now. A standard of a project is uncategorised when its section was discarded with a draft or is not visible to the caller.',
    permissions: ['standard:read'],
    on: onStandard,
    path: { id: s.idOf('standard') },
    query: {
      revisionId: s.optional(s.idOf('standardRevision')),
      format: {
        type: 'enum',
        values: ['verbose', 'compact', 'markdown', 'oscal'],
        default: 'verbose',
        optional: true,
        only: 'http',
        description:
          'compact omits the content; markdown is the content as markup and nothing else; oscal is a catalogue in OSCAL 1.1, which npm run import reads back to the same content hash',
      },
      fields_only: { ...s.optional(s.boolean), only: 'assistant' },
    },
    returns: {
      type: 'multi',
      rules: [
        s.when('format=verbose', standardFull),
        s.when('format=markdown', standardMarkdown),
        s.when('format=oscal', standardCatalogue),
        s.when('fields_only=true of the assistant', standardFields),
        s.when('format=compact', standardCompact),
      ],
    },
    etag: 'bytes',
    markdown: { member: 'markdown', query: { format: 'markdown' } },
    tool: { toolsets: ['default'] },
    rules: 'R-003 R-031 R-037 R-040 R-144 R-145 R-177 R-199 R-200 R-240 S2 S22 S23 W14 X10',
  }),
  'standards.revisions': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id/revisions',
    summary: 'Lists the revisions of a standard, newest first',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    path: { id: s.idOf('standard') },
    returns: s.object({ revisions: s.list(standardRevisionRow), total: s.integer }),
    tool: { toolsets: ['default'] },
    rules: 'R-056 R-058 S3 W11',
  }),
  'standards.compare': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id/compare',
    summary: 'Compares two revisions of a standard',
    description:
      'Clauses and fields are matched by identity; what did not change is omitted. moved means that only the address differs. contentIdentical compares the content hashes.',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    path: { id: s.idOf('standard') },
    query: { from: s.idOf('standardRevision'), to: s.idOf('standardRevision') },
    etag: 'bytes',
    returns: s.named(
      'StandardComparison',
      s.object({
        from: standardRevisionRow,
        to: standardRevisionRow,
        clauses: s.list(
          s.object({
            change,
            element_id: s.idOf('element'),
            before: s.nullable(elementView),
            after: s.nullable(elementView),
          }),
        ),
        fields: s.list(
          s.object({
            change,
            field_id: s.idOf('field'),
            element_id: s.idOf('element'),
            before: s.nullable(fieldView),
            after: s.nullable(fieldView),
          }),
        ),
        tags: s.object({ added: s.list(s.uuidOf('tag')), removed: s.list(s.uuidOf('tag')) }),
        contentIdentical: s.boolean,
      }),
    ),
    tool: { toolsets: ['default'] },
    rules: 'R-200 S25',
  }),
  'standards.amendment': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id/amendment',
    summary: 'Writes the instructions in words that make one revision of a standard another',
    description:
      'For example: In 2.1.3 for "150 mm" substitute "200 mm". All instructions hold at once. What is amended, deleted, moved or renumbered is named by its number in from; a place to which something goes, and what is inserted, by its number in to. Quoted words occur once in the text that they amend. Equal revisions have no instruction. The instruction of a withheld clause has no words, and isComplete is false.',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    path: { id: s.idOf('standard') },
    query: {
      from: s.idOf('standardRevision'),
      to: s.idOf('standardRevision'),
      format: wordsFormat,
    },
    etag: 'bytes',
    returns: {
      type: 'multi',
      rules: [s.when('format=json', standardAmendment), s.when('format=markdown', standardMarkdown)],
    },
    document: documentFile,
    timeoutMs: 60_000,
    extension: true,
    rules: 'S25 W14',
  }),
  'standards.tags.list': endpoint({
    ...readAccess,
    http: 'GET /api/standards/tags',
    calledBy: ['wiki-moderation'],
    summary: 'Lists the topic tags a revision may carry',
    description: 'A retired tag is listed with active false: it may be kept where it is and cannot be added.',
    permissions: ['standard:read'],
    returns: s.object({ tags: s.list(tagView), total: s.integer }),
    rules: 'R-035 S7 S11',
  }),
  'libraries.list': endpoint({
    ...readAccess,
    http: 'GET /api/libraries',
    summary: 'Lists the libraries of the scopes the caller may read',
    description:
      'Global, company and personal libraries, or those of one scope with subject_type; subject_type project needs subject_id, the project’s id. Every scope has a default library.',
    permissions: ['standard:read'],
    query: { subject_type: s.optional(subjectType), subject_id: s.optional(s.idOf('subject')) },
    returns: s.object({ libraries: s.list(libraryView), total: s.integer }),
    errors: ['NOT_FOUND'],
    extension: true,
    rules: 'S15',
  }),
} as const;
