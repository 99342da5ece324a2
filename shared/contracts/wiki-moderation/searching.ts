/** Endpoint that searches the clauses of wiki pages by keywords and meaning (S13, W12). */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { wikiStandardRef } from './shapes.ts';

export const wikiSearchEndpoints = {
  'wiki.searchContent': endpoint({
    http: 'GET /api/wiki/search-content',
    group: 'wiki',
    summary: 'Searches the clauses of wiki standards by keywords and meaning',
    description:
      'The current revisions of published standards, best first; each clause once, also where its datasheet fields match. The query is literal text. A query that is an address, a designation such as ASTM A36 or a quoted phrase ranks exact matches first. Archived standards and hidden revisions are not found; a saved standard is found within a second. Searches are not recorded: search_event_id is null.',
    auth: 'none',
    permissions: [],
    mutates: false,
    volatile: true,
    query: {
      query: { type: 'string', trim: true, min: 1, max: 4_000 },
      limit: { type: 'number', integer: true, min: 1, max: 100, default: 20, optional: true },
    },
    returns: s.object({
      query: s.text,
      hits: s.list(
        s.named(
          'WikiSearchHit',
          s.object({
            standard: wikiStandardRef,
            address: s.text,
            snippet: s.text,
          }),
        ),
      ),
      search_event_id: s.nullable(s.uuidOf('searchEvent')),
    }),
    tool: { toolsets: ['search'] },
    rules: 'R-157 R-229 S13 S27 W12',
  }),
} as const;
