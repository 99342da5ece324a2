/**
 * What comments need to know of a project and its caller: the parties, the actions the caller may take, and
 * whether it may see the firms. The rules are in `parties.ts` and `comment-lifecycle.ts`.
 */
import type { CommentParty } from '../../../shared/contracts/comment-shapes.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { stateOf } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { type Actor, allowedChanges, type CommentLife } from './comment-lifecycle.ts';
import { type PartyFirms, partyFirms, partyOf } from './parties.ts';

type ProjectHead = Pick<ProjectRecord, 'owner_company_id' | 'issued_revision_id' | 'draft_revision_id'>;

/**
 * The parties as everybody sees them, whatever the draft says: those of the current published revision, before
 * the first one those of the draft.
 */
export async function loadPartyFirms(revisions: ProjectRevisions, head: ProjectHead): Promise<PartyFirms> {
  const revision = await revisions.findHead(head.issued_revision_id ?? head.draft_revision_id);
  return partyFirms(head.owner_company_id, revision?.header ?? null);
}

const partyOfCaller = (
  ctx: RequestContext,
  { role }: LoadedProject,
  firms: PartyFirms,
): CommentParty | null =>
  partyOf(firms, { companyId: ctx.userPrincipal.company?.id ?? null, isLead: role === 'ProjectOwner' });

/** The caller as it acts on a comment now. */
export const actorFor = (ctx: RequestContext, project: LoadedProject, firms: PartyFirms): Actor => ({
  person: ctx.person,
  party: partyOfCaller(ctx, project, firms),
  firms,
  at: new Date(),
});

/** The actions the caller may take on a comment now, given its permissions and the comment's state. */
export function actionsFor(
  ctx: RequestContext,
  project: LoadedProject,
  firms: PartyFirms,
): (comment: CommentLife) => string[] {
  if (ctx.principal.kind !== 'user') return () => [];
  const permitted = new Set(allowedActions('project', stateOf(project), ctx));
  const actor = actorFor(ctx, project, firms);
  return (comment) => allowedChanges(comment, actor).filter((id) => permitted.has(id));
}

/**
 * Whether the caller may see the firms. Before the first publish, only callers who may view the draft see them.
 */
export const maySeeFirms = (ctx: RequestContext, { head, subject }: LoadedProject): boolean =>
  head.issued_revision_id !== null || ctx.isAllowed('project:draft:view', subject);
