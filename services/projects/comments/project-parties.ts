/**
 * The parties of a project (owner, engineer, contractors and their firms) as comments need them: loads their firms, finds
 * the party of the caller and what it may do with a comment, and refuses a forward to a person outside the next party.
 * The rules are in `parties.ts` and `comment-lifecycle.ts`.
 */
import type { CommentParty } from '../../../shared/contracts/comment-words.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { stateOf } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { hasRoleOn, type LoadedProject } from '../access/project-role.ts';
import type { Projects } from '../access/repository.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { type Actor, allowedChanges, type CommentLife, type Forwarding } from './comment-lifecycle.ts';
import { wrongTarget } from './errors.ts';
import type { PartyRecord } from './model.ts';
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

/** Whether the caller may see the firms. Before the first publish, only callers who may view the draft see them. */
export const maySeeFirms = (ctx: RequestContext, { head, subject }: LoadedProject): boolean =>
  head.issued_revision_id !== null || ctx.isAllowed('project:draft:view', subject);

interface TargetInput {
  projects: Projects;
  project: LoadedProject;
  firms: PartyFirms;
  /** The next party upstream. */
  target: PartyRecord;
  sent: Pick<Forwarding, 'targetUserId'>;
  ctx: RequestContext;
}

/**
 * The person to whom a comment is forwarded by name belongs to the next firm upstream and has access to the project.
 * @throws WRONG_TARGET for anybody else, with the same words for an account that does not exist
 */
export async function assertTargetPerson({
  projects,
  project: { head },
  firms,
  target,
  sent: { targetUserId },
  ctx,
}: TargetInput): Promise<void> {
  if (targetUserId === undefined) return;
  const [membership, { people }] = await Promise.all([
    projects.findMembership(head._id, targetUserId),
    ctx.call('identity.people', { user_ids: [targetUserId] }),
  ]);
  const [person] = people;
  const member = person && { companyId: person.company_id, isLead: membership?.role === 'ProjectOwner' };
  if (member && hasRoleOn(head, membership, member.companyId) && partyOf(firms, member) === target.party)
    return;
  throw wrongTarget(
    'targetUserId',
    'must be a member of this project who belongs to the next party upstream. You may leave it out.',
  );
}
