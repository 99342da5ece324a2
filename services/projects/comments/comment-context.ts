/**
 * Loads what the views of comments need, once for a request: the firms of the parties, and which anchors exist. Gives
 * the function that builds the view of a comment (`present.ts`).
 */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { createAnchorLookup, loadProjectContent } from './anchors.ts';
import type { ContentIds } from './content-ids.ts';
import type { CommentRecord } from './model.ts';
import type { PartyFirms } from './parties.ts';
import { commentPresenter, type PresentedComment } from './present.ts';
import { actionsFor, loadPartyFirms, maySeeFirms } from './project-parties.ts';

/** The state of a project on which its comments depend, for one call. */
export interface CommentContext {
  firms: PartyFirms;
  present: (comment: CommentRecord) => PresentedComment;
}

/** Loads the context of these comments, or of comments with the same anchors. */
export async function loadCommentContext(
  revisions: ProjectRevisions,
  contentIds: ContentIds,
  project: LoadedProject,
  comments: readonly CommentRecord[],
  ctx: RequestContext,
): Promise<CommentContext> {
  const needsContent = comments.some(({ anchor_type }) => anchor_type !== 'project');
  const [firms, content] = await Promise.all([
    loadPartyFirms(revisions, project.head),
    needsContent
      ? loadProjectContent(revisions, project, true)
      : { projectId: project.head._id, manifests: [] },
  ]);
  const isAnchorPresent = await createAnchorLookup(content, comments, contentIds, ctx);
  const showFirms = maySeeFirms(ctx, project);
  const allowed = actionsFor(ctx, project, firms);
  return {
    firms,
    present: commentPresenter({ firms, showFirms, isAnchorPresent, allowedActions: allowed }),
  };
}
