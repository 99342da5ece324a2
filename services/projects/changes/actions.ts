/** Handler of `projects.changes`: the changes of a project in their order, as far as the caller may see them. */
import type { projectChangeEndpoints } from '../../../shared/contracts/projects/changes.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { isAllowedOn, type ProjectsResources } from '../access/load-project.ts';
import type { DraftVersions } from '../revisions/repository.ts';
import type { ProjectChangeRecord } from './model.ts';
import type { ProjectChanges } from './repository.ts';

interface Deps {
  projectChanges: ProjectChanges;
  versions: DraftVersions;
}

/** Whether a change is one of drafts, which takes `project:draft:view`. */
const isOfDraft = ({ kind }: ProjectChangeRecord): boolean => kind.startsWith('draft_');

export const projectChangeActions = ({
  projectChanges,
  versions,
}: Deps): Handlers<typeof projectChangeEndpoints, ProjectsResources> => ({
  async 'projects.changes'({ id, since, limit }, call, project) {
    const found = await projectChanges.listAfter(id, since, limit + 1);
    const page = found.slice(0, limit);
    const maySeeDrafts = isAllowedOn(call, project)('project:draft:view');
    const visible = page.filter((change) => maySeeDrafts || !isOfDraft(change));
    const drafts = await versions.findMany(visible.flatMap(({ version }) => version ?? []));
    const changesOf = new Map(drafts.map(({ _id, changes }) => [_id, changes]));
    return {
      changes: visible.map(({ sequence, kind, at, by, revision, subject = null, version }) => ({
        sequence,
        kind,
        at: at.toISOString(),
        by,
        revision,
        subject,
        parts: changesOf.get(version ?? '') ?? [],
      })),
      next: page.at(-1)?.sequence ?? since,
      more: found.length > limit,
    };
  },
});
