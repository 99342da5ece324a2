/**
 * Closed endpoints (writing legacy comments), each with its replacement. The gateway answers 410 to every caller
 * before any check (decisions G4).
 */
import { type EndpointSpec, endpoint, parseHttpLine } from './endpoint.ts';
import { pathParamNames } from './path-template.ts';
import type { Permission } from './permissions.ts';
import * as s from './schema.ts';

/** The first day of the service: no version of it has answered them. */
const CLOSED_SINCE = '2026-11-21';

/** Declares a closed endpoint with its former permissions and its replacement. */
function closedEndpoint(
  http: NonNullable<EndpointSpec['http']>,
  what: string,
  permissions: readonly Permission[],
  instead: string,
) {
  const about = http.includes('/api/datasheet/') ? 'datasheet' : 'standard';
  const named = pathParamNames(parseHttpLine(http).path).map(
    (name) => [name, s.idOf(name === 'commentId' ? 'comment' : about)] as const,
  );
  return endpoint({
    http,
    group: about === 'datasheet' ? 'datasheet' : 'standards',
    summary: `Closed: ${what}`,
    description: `Closed for every caller. ${instead} Legacy comments stay readable.`,
    auth: 'key_or_session',
    permissions,
    mutates: false,
    closed: true,
    deprecation: {
      since: CLOSED_SINCE,
      sunset: CLOSED_SINCE,
      successor: '/api/projects/:projectId/comments',
    },
    path: Object.fromEntries(named),
    returns: s.anyObject,
    rules: 'R-220 R-250',
  });
}

const USE_PROJECT_COMMENTS = 'Comments are written on the project: POST /api/projects/:projectId/comments.';
const USE_FIELD_COMMENTS = `${USE_PROJECT_COMMENTS.slice(0, -1)} with anchorType datasheet_field.`;
const DATASHEET_PERMISSIONS = ['datasheet:comment', 'project:read'] as const;

export const closedEndpoints = {
  'standards.comments.create': closedEndpoint(
    'POST /api/standards/:id/comments',
    'comment on a standard',
    ['standard:comment'],
    USE_PROJECT_COMMENTS,
  ),
  'standards.comments.resolve': closedEndpoint(
    'PUT /api/standards/:id/comments/:commentId/resolve',
    'resolve a comment on a standard',
    ['standard:comment:resolve'],
    USE_PROJECT_COMMENTS,
  ),
  'datasheets.comments.create': closedEndpoint(
    'POST /api/datasheet/:id/comments',
    'comment on a datasheet',
    DATASHEET_PERMISSIONS,
    USE_FIELD_COMMENTS,
  ),
  'datasheets.comment.create': closedEndpoint(
    'POST /api/datasheet/:id/comment',
    'comment on a datasheet, older path',
    DATASHEET_PERMISSIONS,
    USE_FIELD_COMMENTS,
  ),
  'datasheets.comments.update': closedEndpoint(
    'PUT /api/datasheet/:id/comments/:commentId',
    'change a comment',
    DATASHEET_PERMISSIONS,
    USE_FIELD_COMMENTS,
  ),
  'datasheets.comments.delete': closedEndpoint(
    'DELETE /api/datasheet/:id/comments/:commentId',
    'delete a comment',
    DATASHEET_PERMISSIONS,
    USE_FIELD_COMMENTS,
  ),
  'datasheets.comments.resolve': closedEndpoint(
    'POST /api/datasheet/:id/comments/:commentId/resolve',
    'resolve a comment',
    DATASHEET_PERMISSIONS,
    USE_FIELD_COMMENTS,
  ),
} as const;
