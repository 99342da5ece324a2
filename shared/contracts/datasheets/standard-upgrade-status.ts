/**
 * Endpoint that lists the datasheets of a standard that are not on its current or a given revision, with the number
 * of conflicts of each upgrade (S25).
 */
import { cappedListMembers, revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardUpgradeStatusEndpoints = {
  'standards.upgradeStatus': endpoint({
    http: 'GET /api/standards/:id/upgrade-status',
    group: 'standards',
    summary:
      'Lists the datasheets of a standard that are not on its current revision, with the number of conflicts',
    description:
      'In the projects, or only in projectId (404 without access), on which you have datasheet:read and project:read: in the draft for those who may view it, else in the current published revision; archived datasheets are omitted. conflictCount is the number of conflicts of an upgrade to availableRevision, which is the current revision unless toStandardRevisionId names another; null when the standard has none. Capped at 1,000 (truncated: true).',
    auth: 'key_or_session',
    permissions: ['standard:read'],
    optionalPermissions: ['datasheet:read', 'project:read', 'project:draft:view'],
    mutates: false,
    path: { id: s.idOf('standard') },
    query: {
      projectId: s.optional(s.idOf('project')),
      toStandardRevisionId: s.optional(s.idOf('standardRevision')),
    },
    timeoutMs: 60_000,
    returns: s.object({
      datasheets: s.list(
        s.object({
          id: s.idOf('datasheet'),
          name: s.text,
          project_id: s.idOf('project'),
          conflictCount: s.integer,
        }),
      ),
      availableRevision: s.nullable(revisionRef),
      ...cappedListMembers,
    }),
    rules: 'S25 D7 X11',
  }),
} as const;
