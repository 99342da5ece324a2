/**
 * Handlers of the endpoints that list and count legacy comments (from before comments of projects: nothing
 * writes them), and list the types of resolution.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { legacyCommentEndpoints } from '../../../shared/contracts/standards/legacy-comments.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { legacyCommentReader, presentLegacyComment } from '../../../shared/legacy-comments/legacy-comment.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import type { StandardResources } from '../standard/access.ts';
import type { CommentVisibility, LegacyCommentRecord, LegacyComments } from './repository.ts';

type CommentContracts = typeof legacyCommentEndpoints;
type CommentView = Infer<CommentContracts['standards.comments.list']['returns']>['comments'][number];

/** The types of resolution; their ids count from 1. */
const COMMENT_RESOLUTIONS = [
  'accepted',
  'accepted as noted',
  'revise and resubmit',
  'rejected',
  'answered',
  'closed',
] as const;

export const legacyCommentActions = (
  comments: LegacyComments,
): Handlers<CommentContracts, StandardResources> => {
  /** @throws NOT_FOUND when the caller has no access to the project that it names */
  async function loadVisibility(
    standardId: number,
    projectId: number | undefined,
    ctx: RequestContext,
  ): Promise<CommentVisibility> {
    const commented = projectId === undefined ? await comments.findProjectIds(standardId) : [projectId];
    const isReadable = await Promise.all(
      commented.map(async (id) => id === null || (await findProjectAccess(id, ctx)) !== null),
    );
    const readable = commented.filter((_, index) => isReadable[index]);
    if (projectId !== undefined && readable.length === 0) throw notFound();
    return { reader: legacyCommentReader(ctx.userPrincipal), projectIds: readable };
  }

  return {
    async 'standards.comments.list'({ id, element_id, project_id }, ctx) {
      const visibility = await loadVisibility(id, project_id, ctx);
      const { rows, total } = await comments.listVisible(id, visibility, element_id, MAX_UNPAGED_ROWS);
      return { comments: rows.map(presentComment), total, truncated: total > rows.length };
    },

    async 'standards.comments.counts'({ id, project_id }, ctx) {
      const counts = await comments.countVisible(id, await loadVisibility(id, project_id, ctx));
      return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) };
    },

    async 'standards.commentResolutions.list'() {
      const resolutions = COMMENT_RESOLUTIONS.map((name, index) => ({ id: index + 1, name }));
      return { resolutions, total: resolutions.length };
    },
  };
};

const presentComment = (comment: LegacyCommentRecord): CommentView => ({
  ...presentLegacyComment(comment),
  standard_id: comment.standard_id,
  element_id: comment.element_id,
  project_id: comment.project_id,
});
