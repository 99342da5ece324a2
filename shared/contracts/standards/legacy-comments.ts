/**
 * Read endpoints of legacy comments on standards, stored before project comments existed (S11, S25). New comments
 * belong to projects.
 */
import { idAndName } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { legacyCommentCounts, legacyCommentList } from '../legacy-comment-shapes.ts';
import * as s from '../schema.ts';

const readAccess = {
  group: 'standards',
  auth: 'key_or_session',
  mutates: false,
  permissions: ['standard:read'],
} as const;
const onStandard = {
  ...readAccess,
  on: { resource: 'standard', by: 'id' },
  path: { id: s.idOf('standard') },
} as const;

const WHICH =
  'Comments from other companies are included only when they are marked external, and comments made in a project only for those who have access to it. An unreadable project_id is 404.';

export const legacyCommentEndpoints = {
  'standards.comments.list': endpoint({
    ...onStandard,
    http: 'GET /api/standards/:id/comments',
    summary: 'Lists the legacy comments on a standard, oldest first',
    description: `${WHICH} Capped at 1,000 (truncated: true).`,
    query: { element_id: s.optional(s.idOf('element')), project_id: s.optional(s.idOf('project')) },
    returns: legacyCommentList('element'),
    rules: 'R-250 S11 S25',
  }),
  'standards.comments.counts': endpoint({
    ...onStandard,
    http: 'GET /api/standards/:id/comments/counts',
    summary: 'Counts the legacy comments per element',
    description: `${WHICH} The row with element_id null counts those on the standard as a whole; total is the sum of all rows.`,
    query: { project_id: s.optional(s.idOf('project')) },
    returns: legacyCommentCounts,
    rules: 'R-250 S11 S25',
  }),
  'standards.commentResolutions.list': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id/comment-resolutions',
    summary: 'Lists the types of resolution of legacy comments',
    description: 'The same for every standard; the id in the path is not used.',
    path: { id: s.idOf('standard') },
    returns: s.object({
      resolutions: s.list(idAndName('commentResolution')),
      total: s.integer,
    }),
    rules: 'S11',
  }),
} as const;
