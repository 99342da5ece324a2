/** Endpoint that searches clause text and datasheet fields by keywords and meaning. */
import { endpoint } from '../endpoint.ts';
import { idOf, integer, list, object, oneOf, optional, text } from '../schema.ts';

export const standardSearchEndpoints = {
  'standards.searchContent': endpoint({
    http: 'GET /api/standards/search-content',
    group: 'standards',
    summary: 'Searches clause text and datasheet fields by keywords and meaning',
    description:
      'Without projectId the current revisions of the global, company and personal standards the caller may read, deprecated ones excluded. With projectId exactly the revisions pinned by the project: by its open draft for those who may view it, else by the issued revision, or by projectRevisionId; a revision the caller cannot reach is 404. The query is literal text. A query that is an address, a designation such as ASTM A36 or a quoted phrase ranks exact matches first. strong: an exact match, or the one requirement that clearly answers the query; strong_count counts the hits returned. field hits have field_id and label. A withheld clause is not found.',
    auth: 'key_or_session',
    permissions: ['standard:read'],
    optionalPermissions: ['project:revision:view'],
    mutates: false,
    volatile: true,
    query: {
      query: { type: 'string', trim: true, min: 1, max: 4_000 },
      projectId: optional(idOf('project')),
      projectRevisionId: { ...optional(idOf('projectRevision')), only: 'http' },
      limit: { type: 'number', integer: true, min: 1, max: 100, default: 20, optional: true },
    },
    returns: object({
      query: text,
      hits: list(
        object({
          standard_id: idOf('standard'),
          standard_name: text,
          revision_id: idOf('standardRevision'),
          /** Of the clause, or of the clause of the field. */
          address: text,
          element_id: idOf('element'),
          kind: oneOf('clause', 'field'),
          snippet: text,
          confidence: oneOf('strong', 'related'),
          score: { type: 'number' },
          field_id: optional(idOf('field')),
          label: optional(text),
        }),
      ),
      strong_count: integer,
    }),
    errors: ['NOT_FOUND'],
    rules: ['R-229', 'S13', 'S27'],
  }),
} as const;
