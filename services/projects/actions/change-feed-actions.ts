/**
 * Handlers of the changes of a project: `projects.changes` lists them in their order, as far as the caller may see
 * them, and `projects.recordChange` takes those of files, folders and standards from their services.
 */
import type { projectChangeEndpoints } from '../../../shared/contracts/projects/changes.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { isAllowedOn, type ProjectsResources } from '../access/load-project.ts';
import { chooseReadableRevision } from '../access/project-role.ts';
import { visibleChanges } from '../changes/visibility.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = typeof projectChangeEndpoints & Pick<typeof projectInternalActions, 'projects.recordChange'>;

export const projectChangeActions = ({
  projectChanges,
  versions,
  revisions,
  fileIds,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.changes'({ id, since, limit }, ctx, project) {
    const found = await projectChanges.listAfter(id, since, limit + 1);
    const page = found.slice(0, limit);
    const visible = await visibleChanges(revisions, fileIds, project, page, ctx);
    const drafts = await versions.findMany(visible.flatMap(({ version }) => version ?? []));
    const changesOf = new Map(drafts.map(({ _id, changes }) => [_id, changes]));
    const mayRead = (revision: number) =>
      chooseReadableRevision(project.head, revision, isAllowedOn(ctx, project)) !== undefined;
    return {
      changes: visible.map(({ sequence, kind, at, by, revision, subject = null, version }) => ({
        sequence,
        kind,
        at: at.toISOString(),
        by,
        revision: revision && mayRead(revision.id) ? revision : null,
        subject,
        parts: changesOf.get(version ?? '') ?? [],
      })),
      next: page.at(-1)?.sequence ?? since,
      more: found.length > limit,
    };
  },

  async 'projects.recordChange'({ event_id, project_id, at, ...change }) {
    await projectChanges.inTransaction(project_id, (session) =>
      projectChanges.recordOnce(
        event_id,
        project_id,
        { ...change, revision: null, at: new Date(at) },
        session,
      ),
    );
    return { recorded: true };
  },
});
