/**
 * Read endpoints of legacy comments on datasheets, stored before project comments existed (decisions D11, S11, S25).
 * New comments belong to projects.
 */
import { endpoint } from '../endpoint.ts';
import { legacyCommentCounts, legacyCommentList } from '../legacy-comment-shapes.ts';
import * as s from '../schema.ts';

const readAccess = {
  group: 'datasheet',
  auth: 'key_or_session',
  permissions: ['datasheet:read', 'project:read'],
  mutates: false,
} as const;

const WHICH = 'Comments from other companies are included only when they are marked external.';

export const datasheetLegacyCommentEndpoints = {
  'datasheets.comments.list': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/comments',
    summary: 'Lists the legacy comments on a datasheet, oldest first',
    description: `${WHICH} Capped at 1,000 (truncated: true). Comments on its fields that were written since are in GET /api/projects/:projectId/comments.`,
    on: { resource: 'datasheet', by: 'id' },
    path: { id: s.idOf('datasheet') },
    query: {
      standard_element_id: {
        ...s.optional(s.idOf('field')),
        description: 'Only those on this datasheet field',
      },
    },
    returns: legacyCommentList('field'),
    rules: 'D11 S11 R-250',
  }),
  'datasheets.comments.counts': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/comments/counts',
    summary: 'Counts the legacy comments per datasheet field',
    description: `${WHICH} With the id template:<standard id> those on the template of a standard in the project project_id, which is required then; beside the id of a datasheet it must be its project. The row with element_id null counts those on the whole; total is the sum of all rows.`,
    path: {
      id: {
        type: 'string',
        pattern: '^(?:template:)?[1-9]\\d{0,15}$',
        idKind: 'datasheet',
        description: 'A datasheet id, or template:<standard id>',
      },
    },
    query: { project_id: s.optional(s.idOf('project')) },
    returns: legacyCommentCounts,
    rules: 'D11 S11 S25 R-250',
  }),
} as const;
