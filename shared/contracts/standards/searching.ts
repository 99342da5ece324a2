/** Endpoint that searches clause text and datasheet fields by keywords and meaning. */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardSearchEndpoints = {
  'standards.searchContent': endpoint({
    http: 'GET /api/standards/search-content',
    group: 'standards',
    summary: 'Searches clause text and datasheet fields by keywords and meaning',
    description:
      'Without projectId the current revisions of the global, company and personal standards the caller may read, deprecated ones excluded. With projectId exactly the revisions pinned by the project: by its open draft for those who may view it, else by the issued revision; a revision the caller cannot reach is 404. The query is literal text. A query that is an address, a designation such as ASTM A36 or a quoted phrase ranks exact matches first. strong: an exact match, or the one requirement that clearly answers the query; strong_count counts the hits returned. field hits have field_id and label. A withheld clause is not found.',
    auth: 'key_or_session',
    permissions: ['standard:read'],
    optionalPermissions: ['project:revision:view'],
    mutates: false,
    volatile: true,
    query: {
      query: { type: 'string', trim: true, min: 1, max: 4_000 },
      projectId: s.optional(s.idOf('project')),
      projectRevisionId: {
        ...s.optional(s.idOf('projectRevision')),
        only: 'http',
        description: 'with projectId: the revisions that this revision of the project pins',
      },
      limit: { type: 'number', integer: true, min: 1, max: 100, default: 20, optional: true },
    },
    returns: s.named(
      'StandardSearchResult',
      s.object({
        query: s.text,
        hits: s.list(
          s.object({
            standard_id: s.idOf('standard'),
            standard_name: s.text,
            revision_id: s.idOf('standardRevision'),
            /** Of the clause, or of the clause of the field. */
            address: s.text,
            element_id: s.idOf('element'),
            kind: s.oneOf('clause', 'field'),
            snippet: s.text,
            confidence: s.oneOf('strong', 'related'),
            score: { type: 'number' },
            field_id: s.optional(s.idOf('field')),
            label: s.optional(s.text),
          }),
        ),
        strong_count: s.integer,
      }),
    ),
    errors: ['NOT_FOUND'],
    tool: { toolsets: ['default', 'search'] },
    rules: 'R-229 S13 S27',
  }),
} as const;
