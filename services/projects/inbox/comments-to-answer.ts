/** The open comments that wait for the party of a caller: those that it may resolve or forward now. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findAccessibleProjects } from '../access/accessible-projects.ts';
import type { ProjectRecord } from '../access/model.ts';
import type { CommentRecord } from '../comments/model.ts';
import { currentHolder, partyFirms, partyOf } from '../comments/parties.ts';
import type { ProjectsService } from '../open-projects.ts';

export interface CommentToAnswer {
  comment: CommentRecord;
  project: ProjectRecord;
}

/** The newest projects of each kind that are looked at, and the newest open comments in them. */
const MAX_PROJECTS = 2_000;
const MAX_COMMENTS = 2_000;

/** The comments, newest first. */
export async function findCommentsToAnswer(
  { projects, revisions, comments }: ProjectsService,
  ctx: RequestContext,
): Promise<CommentToAnswer[]> {
  const limits = { given: MAX_PROJECTS, owned: MAX_PROJECTS };
  const accessible = await findAccessibleProjects(projects, ctx.principal, limits);
  const roles = new Map(
    accessible.flatMap(({ project_id, role }) => {
      const subject = { kind: 'project' as const, role };
      const answers = ctx.isAllowed('project:comment:resolve', subject);
      return answers || ctx.isAllowed('project:comment:forward', subject) ? [[project_id, role]] : [];
    }),
  );
  const open = await comments.listOpen([...roles.keys()], MAX_COMMENTS);
  const heads = await projects.findMany([...new Set(open.map(({ project_id }) => project_id))]);
  const active = heads.filter(({ archived_at }) => archived_at === null);
  const shown = active.flatMap(
    ({ issued_revision_id, draft_revision_id }) => issued_revision_id ?? draft_revision_id ?? [],
  );
  const headers = new Map(
    (await revisions.findHeads(shown)).map(({ project_id, header }) => [project_id, header]),
  );
  const companyId = ctx.userPrincipal.company?.id ?? null;
  const partiesOf = new Map(
    active.map((project) => {
      const firms = partyFirms(project.owner_company_id, headers.get(project._id) ?? null);
      const isLead = roles.get(project._id) === 'ProjectOwner';
      return [project._id, { project, firms, party: partyOf(firms, { companyId, isLead }) }];
    }),
  );
  return open.flatMap((comment) => {
    const found = partiesOf.get(comment.project_id);
    if (!found || currentHolder(found.firms, comment.held_by) !== found.party) return [];
    return { comment, project: found.project };
  });
}
