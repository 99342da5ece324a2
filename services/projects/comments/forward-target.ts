/** The person to whom a comment is forwarded by name: of the next firm upstream, with access to the project. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { hasRoleOn, type LoadedProject } from '../access/project-role.ts';
import type { Projects } from '../access/repository.ts';
import type { Forwarding } from './comment-lifecycle.ts';
import { wrongTarget } from './errors.ts';
import type { PartyRecord } from './model.ts';
import { type PartyFirms, partyOf } from './parties.ts';

interface TargetInput {
  projects: Projects;
  project: LoadedProject;
  firms: PartyFirms;
  /** The next party upstream. */
  target: PartyRecord;
  sent: Pick<Forwarding, 'targetUserId'>;
  ctx: RequestContext;
}

/** @throws WRONG_TARGET for anybody else, with the same words for an account that does not exist */
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
