/** Endpoints that are closed: 410 for every caller, before anything else (documents 2 and 3; decisions G4). The gateway answers them. */
import { namesIn } from './address.ts';
import { type EndpointSpec, endpoint, splitHttp } from './endpoint.ts';
import type { Permission } from './permissions.ts';
import { anything, idOf } from './schema.ts';

/** What is closed, the permissions it used to need, and where the same is done now. */
function closed(http: NonNullable<EndpointSpec['http']>, what: string, permissions: readonly Permission[], instead: string) {
  const about = http.includes('/api/datasheet/') ? 'datasheet' : 'standard';
  const named = namesIn(splitHttp(http).path).map((name) => [name, idOf(name === 'commentId' ? 'comment' : about)] as const);
  return endpoint({
    http,
    group: about === 'datasheet' ? 'datasheet' : 'standards',
    summary: `Closed: ${what}`,
    description: `Closed for every caller. ${instead} Legacy comments stay readable.`,
    auth: 'key_or_session',
    permissions,
    mutates: false,
    closed: true,
    path: Object.fromEntries(named),
    returns: anything,
    rules: ['R-220', 'R-250'],
  });
}

const IN_PROJECT = 'Comments are written on the project: POST /api/projects/:projectId/comments.';
const ON_FIELD = `${IN_PROJECT.slice(0, -1)} with anchorType datasheet_field.`;
const DATASHEET = ['datasheet:comment', 'project:read'] as const;

export const closedEndpoints = {
  'standards.comments.create': closed(
    'POST /api/standards/:id/comments',
    'comment on a standard',
    ['standard:comment'],
    IN_PROJECT,
  ),
  'standards.comments.resolve': closed(
    'PUT /api/standards/:id/comments/:commentId/resolve',
    'resolve a comment on a standard',
    ['standard:comment:resolve'],
    IN_PROJECT,
  ),
  'datasheets.comments.create': closed('POST /api/datasheet/:id/comments', 'comment on a datasheet', DATASHEET, ON_FIELD),
  'datasheets.comment.create': closed(
    'POST /api/datasheet/:id/comment',
    'comment on a datasheet, older path',
    DATASHEET,
    ON_FIELD,
  ),
  'datasheets.comments.update': closed('PUT /api/datasheet/:id/comments/:commentId', 'change a comment', DATASHEET, ON_FIELD),
  'datasheets.comments.delete': closed('DELETE /api/datasheet/:id/comments/:commentId', 'delete a comment', DATASHEET, ON_FIELD),
  'datasheets.comments.resolve': closed(
    'POST /api/datasheet/:id/comments/:commentId/resolve',
    'resolve a comment',
    DATASHEET,
    ON_FIELD,
  ),
} as const;
