/** Endpoint that lists the documents citing a wiki page (decisions W10). */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

export const wikiCitationEndpoints = {
  'wiki.citations.list': endpoint({
    http: 'GET /api/wiki/standards/:id/citations',
    group: 'wiki',
    summary: 'Lists the documents that cite a wiki standard',
    description:
      'Published wiki standards by title, then standards by name, each by its current revision. Only references written [[library/slug]] or [[library/slug#2.1]] count, of a document the first 1,000 standards that it cites, with 20,000 characters of addresses at most. A standard does not cite itself, and neither does its library copy. Rows and counts cover what you may read: without a credential only wiki standards; with standard:read also the active standards of the global, your company’s and your own scope, but not those of projects. privateCitationOccurrenceCount is the part of citationOccurrenceCount that is in standards outside the global scope. occurrenceCount of a row counts repeated references. A credential is optional. An archived standard is 404 for all but its moderators.',
    auth: 'none',
    permissions: [],
    on: { resource: 'wikiStandard', by: 'id' },
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    query: pageParams(25, 100),
    etag: 'bytes',
    returns: s.named(
      'WikiCitations',
      s.object({
        citations: s.list(
          s.object({
            citingEntityType: s.oneOf('wiki_standard', 'standard'),
            librarySlug: s.optional({ ...s.text, idKind: 'librarySlug' }),
            slug: s.optional({ ...s.text, idKind: 'standardSlug' }),
            citingEntityId: s.optional(s.idOf('standard')),
            title: s.text,
            occurrenceCount: s.integer,
          }),
        ),
        citingDocumentCount: s.integer,
        citationOccurrenceCount: s.integer,
        privateCitationOccurrenceCount: s.integer,
        total: s.integer,
        limit: s.integer,
        offset: s.integer,
      }),
    ),
    rules: 'R-157 R-231 W1 W10 A18',
  }),
} as const;
