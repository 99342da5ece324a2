/**
 * Handlers that list the legacy comments on a datasheet (from before comments of projects: nothing writes them), and
 * that count them by field; the count is also for the template of a standard in a project.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { datasheetLegacyCommentEndpoints } from '../../../shared/contracts/datasheets/legacy-comments.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import { apiErrorAt, notFound, permissionDenied } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { legacyCommentReader, presentLegacyComment } from '../../../shared/legacy-comments/legacy-comment.ts';
import { type ProjectAccess, projectSubject } from '../../../shared/projects/project-access.ts';
import { type DatasheetsResources, findDatasheetAccess } from '../access.ts';
import type { Datasheets } from '../records/repository.ts';
import type {
  CommentedSubject,
  LegacyDatasheetCommentRecord,
  LegacyDatasheetComments,
} from './repository.ts';

type Contracts = typeof datasheetLegacyCommentEndpoints;
type CommentView = ResultOf<Contracts['datasheets.comments.list']>['comments'][number];

const TEMPLATE = 'template:';

export const legacyDatasheetCommentActions = ({
  datasheets,
  comments,
}: {
  datasheets: Datasheets;
  comments: LegacyDatasheetComments;
}): Handlers<Contracts, DatasheetsResources> => {
  /** A datasheet whose comments are counted. @throws NOT_FOUND, also in another project; PERMISSION_DENIED */
  async function requireDatasheet(
    id: number,
    projectId: number | undefined,
    ctx: RequestContext,
  ): Promise<CommentedSubject> {
    const record = await datasheets.findById(id);
    const loaded = record && (await findDatasheetAccess(record, ctx));
    if (!loaded || (projectId !== undefined && projectId !== record.project_id)) throw notFound();
    assertReadable(loaded.access, ctx);
    return { datasheet_id: id };
  }

  return {
    async 'datasheets.comments.list'({ id, standard_element_id }, ctx) {
      const reader = legacyCommentReader(ctx.userPrincipal);
      const { rows, total } = await comments.listVisible(id, reader, standard_element_id, MAX_UNPAGED_ROWS);
      return {
        comments: rows.map((comment) => presentComment(id, comment)),
        total,
        truncated: total > rows.length,
      };
    },

    async 'datasheets.comments.counts'({ id, project_id }, ctx) {
      const subject = id.startsWith(TEMPLATE)
        ? await requireTemplate(Number(id.slice(TEMPLATE.length)), project_id, ctx)
        : await requireDatasheet(Number(id), project_id, ctx);
      const counts = await comments.countVisible(subject, legacyCommentReader(ctx.userPrincipal));
      return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) };
    },
  };
};

/** The permissions of these reads. @throws PERMISSION_DENIED */
function assertReadable(access: ProjectAccess, ctx: RequestContext): void {
  const subject = projectSubject(access);
  const missing = (['datasheet:read', 'project:read'] as const).filter(
    (permission) => !ctx.isAllowed(permission, subject),
  );
  if (missing.length > 0) throw permissionDenied(missing);
}

/**
 * The template of a standard that the project holds, as far as the caller may see it.
 * @throws VALIDATION_ERROR without a project, NOT_FOUND, PERMISSION_DENIED
 */
async function requireTemplate(
  standardId: number,
  projectId: number | undefined,
  ctx: RequestContext,
): Promise<CommentedSubject> {
  if (projectId === undefined) {
    throw apiErrorAt('VALIDATION_ERROR', 'project_id', "'project_id' is required for a template.");
  }
  const { access, standards } = await ctx.call('projects.manifest', { project_id: projectId });
  assertReadable(access, ctx);
  if (!standards.some(({ standard_id }) => standard_id === standardId)) throw notFound();
  return { datasheet_id: null, standard_id: standardId, project_id: projectId };
}

const presentComment = (id: number, comment: LegacyDatasheetCommentRecord): CommentView => ({
  ...presentLegacyComment(comment),
  datasheet_id: id,
  element_id: comment.element_id,
});
