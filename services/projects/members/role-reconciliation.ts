/**
 * Job that runs after a role was given or offered to an email, and settles what happened to the account of that email
 * at the same time: it claims the invitation, takes a seat of the person's own company, or ends the role of somebody
 * who has left. As a job it survives a crash, and inviting takes the same time with an account and without.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import type { Projects } from '../access/repository.ts';
import { isAuthoringRole } from '../access/seat-rules.ts';
import { invitationChange, memberChange, seatChange } from '../changes/member-changes.ts';
import type { ProjectChanges } from '../changes/repository.ts';
import type { Invitations } from './invitations.ts';
import type { Members } from './repository.ts';
import { type Grantee, isSeatFree, loadCompanyLimits, newMembership } from './role-grants.ts';
import type { SponsorshipRequests } from './sponsorship-requests.ts';

const JOB = 'projects.roleReconciliation';

interface Deps {
  connection: Connection;
  projects: Projects;
  members: Members;
  invitations: Invitations;
  sponsorshipRequests: SponsorshipRequests;
  jobs: JobQueue;
  outbox: Outbox;
  projectChanges: ProjectChanges;
  node: Node;
}

export class RoleReconciliation {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.jobs.register(JOB, (subject) => this.#reconcile(subject));
  }

  /** Queues a reconciliation in the transaction of the change. An email contains no blank. */
  async schedule(session: ClientSession, projectId: number, email: string, now: Date): Promise<void> {
    const lane = `${projectId} ${email}`;
    const job = { kind: JOB, subject: `${lane} ${randomUUID()}`, lane, turn: now.getTime() };
    await this.#deps.jobs.add(session, job);
  }

  /**
   * Claims all invitations of an email for the account that has verified it, and takes seats of its company for the
   * roles that it has without one. @returns the projects in which a role was given
   */
  async claimAll(email: string, grantee: Grantee): Promise<number[]> {
    const pending = await this.#deps.invitations.findByEmail(email);
    const claimed: number[] = [];
    for (const { project_id } of pending) {
      if (await this.#claim(project_id, email, grantee)) claimed.push(project_id);
    }
    const unseated = await this.#deps.members.listWithoutSeat(grantee.userId);
    for (const { project_id } of unseated) await this.#takeOwnSeat(project_id, grantee);
    return claimed;
  }

  /** Repeatable: an invitation is claimed once, and a seat is taken once. */
  async #reconcile(subject: string): Promise<void> {
    const [project = '', sent = ''] = subject.split(' ');
    // A job that an earlier version queued may have the domain in Unicode.
    const email = normaliseEmail(sent);
    const { people } = await callAsService(this.#deps.node, 'projects', 'identity.people', {
      user_ids: [],
      emails: [email],
    });
    const [person] = people;
    if (!person) return;
    const grantee = { userId: person.userId, name: person.displayName, companyId: person.company_id };
    await this.#claim(Number(project), email, grantee);
    await this.#takeOwnSeat(Number(project), grantee);
    await this.#endFormerStaff(Number(project), grantee);
  }

  /**
   * Turns an invitation into a role. Deleting it and giving the role are one transaction, so that one
   * of several claims succeeds. False when there is none any more, the project is gone, or the person
   * has a role already; in the last case the invitation is used up all the same.
   */
  #claim(projectId: number, email: string, grantee: Grantee): Promise<boolean> {
    const { projects, members, invitations, projectChanges } = this.#deps;
    return projectChanges.inTransaction(projectId, async (session) => {
      const invitation = await invitations.findAndDelete(session, { project_id: projectId, email });
      const head = invitation && (await projects.lockMembers(projectId, session));
      if (!head) return false;
      const by = { userId: grantee.userId, displayName: grantee.name };
      const claimed = invitationChange('invitation_claimed', invitation._id, by);
      await projectChanges.record(projectId, claimed, session);
      const before = await members.find(projectId, grantee.userId, session);
      // A role that was given since the invitation was written is the newer decision.
      if (before) return false;
      const { role } = invitation;
      const trial = await members.findTrial(projectId, grantee.userId, session);
      const on = { projectId, ownerCompanyId: head.owner_company_id };
      await members.put(session, newMembership(on, grantee, role, { before: null, trial }, new Date()));
      await projectChanges.record(projectId, memberChange('member_added', grantee.userId, by), session);
      const roles = { before: null, after: { role } };
      await this.#audit(session, 'projects.claimInvitations', projectId, grantee, roles);
      return true;
    });
  }

  /**
   * Takes a seat of the member's own company: staff of the owner have one, others if one is free; without it the role
   * is on trial.
   */
  async #takeOwnSeat(projectId: number, { userId, name, companyId }: Grantee): Promise<void> {
    const { projects, members, node, projectChanges } = this.#deps;
    if (companyId === null) return;
    const { seats } = await loadCompanyLimits(node, companyId);
    const isStaff = (await projects.findById(projectId))?.owner_company_id === companyId;
    await projectChanges.inTransaction(projectId, async (session) => {
      const membership = await members.find(projectId, userId, session);
      if (!membership || !isAuthoringRole(membership.role) || membership.seat_company_id) return;
      await members.lockSeats(session, companyId);
      const holders = await members.findSeatHolders(session, companyId);
      if (!isStaff && !isSeatFree(holders, userId, seats)) return;
      // The company of the seat is the member's now, so that the list of members shows the role that counts.
      const seat = { company_id: companyId, seat_company_id: companyId, lapse_acknowledged: false };
      await members.change(session, membership, seat);
      const change = seatChange(userId, { userId, displayName: name });
      await projectChanges.record(projectId, change, session);
    });
  }

  /** Ends the role of somebody who left the owner company between the lookup and the grant. */
  async #endFormerStaff(projectId: number, grantee: Grantee): Promise<void> {
    const { connection, projects, members, sponsorshipRequests, projectChanges } = this.#deps;
    const { userId, companyId } = grantee;
    const head = await projects.findById(projectId);
    const ownerCompanyId = head?.owner_company_id ?? null;
    if (ownerCompanyId === null || companyId === ownerCompanyId) return;
    const membership = await members.find(projectId, userId);
    if (membership?.company_id !== ownerCompanyId) return;
    const afterGrant = new Date(Date.now() + 1);
    await inTransaction(connection, async (session) => {
      const { ended, unseated } = await projects.endRoles(userId, ownerCompanyId, afterGrant, session);
      const by = { userId, displayName: grantee.name };
      for (const { project_id } of unseated)
        await projectChanges.record(project_id, seatChange(userId, by), session);
      for (const { project_id, role } of ended) {
        await sponsorshipRequests.deletePending(session, project_id, userId);
        await projectChanges.record(project_id, memberChange('member_removed', userId, by), session);
        const roles = { before: { role }, after: null };
        await this.#audit(session, 'projects.endRoles', project_id, grantee, roles);
      }
    });
  }

  /** The audit entry of a change that no call made. */
  async #audit(
    session: ClientSession,
    action: EndpointId,
    projectId: number,
    { userId }: Grantee,
    roles: { before: object | null; after: object | null },
  ): Promise<void> {
    await this.#deps.outbox.add(session, {
      user_id: userId,
      action,
      channel: 'bus',
      key_id: null,
      request_id: randomUUID(),
      resource: { type: 'project', id: projectId },
      details: { user_id: userId, ...roles },
    });
  }
}
