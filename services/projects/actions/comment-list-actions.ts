/** Handlers that list the comments of a project, and give datasheets the thread on their fields. */
import type {
  commentEndpoints,
  commentInternalActions,
} from '../../../shared/contracts/projects/comments.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findProject, type ProjectsResources } from '../access/load-project.ts';
import { loadCommentContext } from '../comments/comment-context.ts';
import { storedHolders } from '../comments/parties.ts';
import { limitLength } from '../comments/present.ts';
import { loadPartyFirms } from '../comments/project-parties.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<typeof commentEndpoints, 'comments.list'> & typeof commentInternalActions;

/** Maximum comments in the thread on the fields of a datasheet. */
const MAX_THREAD_COMMENTS = 200;

export const commentListActions = ({
  comments,
  projects,
  revisions,
  contentIds,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'comments.list'(params, ctx, project) {
    const { anchorType, anchorId, intent, state, heldBy: holder, limit, offset } = params;
    const heldBy = holder && storedHolders(await loadPartyFirms(revisions, project.head), holder);
    const filter = { anchorType, anchorId, intent, state, heldBy };
    const { rows, total } = await comments.listPage(project.head._id, filter, { limit, offset });
    const { present } = await loadCommentContext(revisions, contentIds, project, rows, ctx);
    const shown = limitLength(rows.map(present));
    return { comments: shown, total, limit, offset, truncated: shown.length < rows.length };
  },

  async 'projects.datasheetComments'({ project_id, datasheet_id }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project) throw notFound();
    const found = await comments.listFieldThread(project_id, datasheet_id, MAX_THREAD_COMMENTS + 1);
    if (found.length === 0) return { comments: [], truncated: false };
    const rows = found.slice(0, MAX_THREAD_COMMENTS);
    const { present } = await loadCommentContext(revisions, contentIds, project, rows, ctx);
    const shown = limitLength(rows.map(present));
    return { comments: shown, truncated: shown.length < found.length };
  },
});
