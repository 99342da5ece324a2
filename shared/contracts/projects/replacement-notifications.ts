/**
 * Contract of the internal action by which wiki-moderation tells the administrators of projects that a replacement of
 * a held edition is marked (R-141; decisions W9).
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const projectReplacementActions = {
  'projects.replacementNotifications': internalAction({
    group: 'projects',
    mutates: true,
    auditEntry: 'none',
    calledBy: ['wiki-moderation'],
    summary:
      'Notifies the holders of project:admin of the projects whose open draft or current published revision pins one of these revisions, once for each event and project. Some projects at a time, in ascending order of their ids',
    params: {
      event_id: s.uuid,
      kind: s.oneOf('replacement_marked', 'replacement_changed'),
      standard_id: s.id,
      standard_name: s.text,
      revision_ids: s.list(s.id),
      /** The last project of the call before; null in the first. */
      after: s.nullable(s.id),
    },
    returns: s.object({
      /** How many projects have people to notify. */
      projects: s.integer,
      /** For the next call; null when there is no further project. */
      next: s.nullable(s.id),
    }),
  }),
} as const;
