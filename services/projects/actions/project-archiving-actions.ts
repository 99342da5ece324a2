/** Handlers that archive a project, which makes it read-only and keeps it for its retention, and unarchive it. */
import type { projectArchivingEndpoints } from '../../../shared/contracts/projects/archiving.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { assertActive, assertArchived } from '../drafts/state-rules.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<typeof projectArchivingEndpoints, 'projects.archive' | 'projects.unarchive'>;

export const projectArchivingActions = ({
  drafts,
  node,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  'projects.archive'({ id, reason }, ctx) {
    const archivedAt = new Date();
    const archival = {
      archived_at: archivedAt,
      retention_until: addYears(archivedAt, node.config.retentionYears),
      archived_reason: reason || null,
    };
    return drafts.changeArchival(
      id,
      ctx,
      (head) => {
        assertActive(head);
        return archival;
      },
      (session) => {
        const view = {
          archived_at: archivedAt.toISOString(),
          retention_until: archival.retention_until.toISOString(),
          archived_reason: archival.archived_reason,
        };
        return ctx.finish(
          session,
          { resource: { type: 'project', id }, details: { archived: true, ...view } },
          { id, archived: true, ...view },
        );
      },
    );
  },

  'projects.unarchive': ({ id }, ctx) =>
    drafts.changeArchival(
      id,
      ctx,
      (head) => {
        assertArchived(head);
        return { archived_at: null, retention_until: null, archived_reason: null };
      },
      (session) =>
        ctx.finish(
          session,
          { resource: { type: 'project', id }, details: { archived: false } },
          { id, archived: false, archived_at: null, retention_until: null, archived_reason: null },
        ),
    ),
});

function addYears(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
