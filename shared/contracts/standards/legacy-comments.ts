/**
 * Read endpoints of legacy comments on standards, stored before project comments existed (document 2,
 * reading; S11, S25). New comments belong to projects.
 */
import { cappedListMembers } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { legacyCommentMembers } from '../legacy-comment-shapes.ts';
import { idOf, integer, list, nullable, object, optional, text } from '../schema.ts';

const readAccess = {
  group: 'standards',
  auth: 'key_or_session',
  mutates: false,
  permissions: ['standard:read'],
} as const;
const onStandard = {
  ...readAccess,
  on: { resource: 'standard', by: 'id' },
  path: { id: idOf('standard') },
} as const;

const WHICH =
  'Comments from other companies are included only when they are marked external, and comments made in a project only for those who have access to it. An unreadable project_id is 404.';

export const legacyCommentEndpoints = {
  'standards.comments.list': endpoint({
    ...onStandard,
    http: 'GET /api/standards/:id/comments',
    summary: 'Lists the legacy comments on a standard, oldest first',
    description: `${WHICH} Capped at 1,000 (truncated: true).`,
    query: { element_id: optional(idOf('element')), project_id: optional(idOf('project')) },
    returns: object({
      comments: list(
        object({
          ...legacyCommentMembers,
          standard_id: idOf('standard'),
          /** Null: on the standard as a whole. */
          element_id: nullable(idOf('element')),
          /** The project in which it was made. */
          project_id: nullable(idOf('project')),
        }),
      ),
      ...cappedListMembers,
    }),
    errors: ['NOT_FOUND'],
    rules: ['R-250', 'S11', 'S25'],
  }),
  'standards.comments.counts': endpoint({
    ...onStandard,
    http: 'GET /api/standards/:id/comments/counts',
    summary: 'Counts the legacy comments per element',
    description: `${WHICH} The row with element_id null counts those on the standard as a whole; total is the sum of all rows.`,
    query: { project_id: optional(idOf('project')) },
    returns: object({
      counts: list(object({ element_id: nullable(idOf('element')), count: integer })),
      total: integer,
    }),
    errors: ['NOT_FOUND'],
    rules: ['R-250', 'S11', 'S25'],
  }),
  'standards.commentResolutions.list': endpoint({
    ...readAccess,
    http: 'GET /api/standards/:id/comment-resolutions',
    summary: 'Lists the types of resolution of legacy comments',
    description: 'The same for every standard; the id in the path is not used.',
    path: { id: idOf('standard') },
    returns: object({
      resolutions: list(object({ id: idOf('commentResolution'), name: text })),
      total: integer,
    }),
    rules: ['S11'],
  }),
} as const;
