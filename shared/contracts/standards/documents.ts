/** The endpoint that gives a standard as a Word file or PDF. */
import { documentFile, documentFormat } from '../document-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardDocumentEndpoints = {
  'standards.document': endpoint({
    group: 'standards',
    http: 'GET /api/standards/:id/document',
    summary: 'Returns a revision of a standard as a Word file or a PDF',
    description:
      'Cover, contents, sections, clauses with their fields, and notes. In a Word file Word counts the clauses itself, by their addresses; each has a bookmark css_ followed by its element_id, and the properties of the file have css_revision_id. A PDF has tags and bookmarks. The words of a clause under a moderation hold of level 2 are not in it. The same revision gives the same bytes. Default: the current revision; 409 NOT_PUBLISHED where there is none.',
    auth: 'key_or_session',
    permissions: ['standard:read'],
    on: { resource: 'standard', by: 'id' },
    mutates: false,
    path: { id: s.idOf('standard') },
    query: {
      format: documentFormat,
      revisionId: s.optional(s.idOf('standardRevision')),
      compareTo: {
        ...s.optional(s.idOf('standardRevision')),
        description:
          'Another revision of the standard, whose differences are marked: in docx as tracked changes, all accepted the clauses are those of revisionId, all rejected those of compareTo; in pdf what is new is underlined and what is gone struck',
      },
    },
    responseType: 'file',
    returns: documentFile,
    etag: 'bytes',
    errors: ['NOT_PUBLISHED'],
    timeoutMs: 60_000,
    extension: true,
    rules: 'S2 W14',
  }),
} as const;
