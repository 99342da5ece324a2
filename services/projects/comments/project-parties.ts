/**
 * What comments need to know of a project and its caller: the parties, the actions the caller may take, and
 * whether it may see the firms (P20). The rules are in `parties.ts` and `comment-lifecycle.ts`.
 */
import type { CommentParty } from '../../../shared/contracts/comment-shapes.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
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

const partyOfCaller = (call: Call, { role }: LoadedProject, firms: PartyFirms): CommentParty | null =>
  partyOf(firms, { companyId: call.userPrincipal.company?.id ?? null, isLead: role === 'ProjectOwner' });

/** The caller as it acts on a comment now. */
export const actorFor = (call: Call, project: LoadedProject, firms: PartyFirms): Actor => ({
  person: call.person,
  party: partyOfCaller(call, project, firms),
  firms,
  at: new Date(),
});

/** The actions the caller may take on a comment now, given its permissions and the comment's state. */
export function actionsFor(
  call: Call,
  project: LoadedProject,
  firms: PartyFirms,
): (comment: CommentLife) => string[] {
  if (call.principal.kind !== 'user') return () => [];
  const permitted = new Set(allowedActions('project', stateOf(project), call));
  const actor = actorFor(call, project, firms);
  return (comment) => allowedChanges(comment, actor).filter((id) => permitted.has(id));
}

/**
 * Whether the caller may see the firms. Before the first publish, only callers who may view the draft see them.
 */
export const maySeeFirms = (call: Call, { head, subject }: LoadedProject): boolean =>
  head.issued_revision_id !== null || call.isAllowed('project:draft:view', subject);
