/** Endpoints that list and read the revisions of a wiki page (decisions W1, W11). */
import { pageParams as paging } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { wikiRevision, wikiRevisionRow } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;

export const wikiRevisionEndpoints = {
  'wiki.revisions.list': endpoint({
    http: 'GET /api/wiki/standards/:id/revisions',
    group: 'wiki',
    summary: 'Lists the revisions of a wiki standard, newest first',
    description:
      'Hidden revisions are omitted, except for moderators of the standard, for whom they are marked.',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    query: paging(50, 200),
    etag: 'bytes',
    returns: s.object({
      revisions: s.list(wikiRevisionRow),
      total: s.integer,
      limit: s.integer,
      offset: s.integer,
    }),
    rules: 'R-095 R-157 R-230 W1',
  }),
  'wiki.revisions.get': endpoint({
    http: 'GET /api/wiki/standards/:id/revisions/:revId',
    group: 'wiki',
    summary: 'Returns one revision of a wiki standard with its whole markdown',
    description: 'A hidden revision is 404 for all but moderators of the standard.',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard'), revId: s.uuidOf('wikiRevision') },
    returns: wikiRevision,
    etag: 'bytes',
    markdown: { member: 'content' },
    rules: 'R-095 R-157 W1',
  }),
} as const;
