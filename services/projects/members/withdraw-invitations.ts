/**
 * Withdraws the pending invitations that a person has sent, when that person is removed from a project or leaves the
 * company that owns projects. In the transaction of the removal.
 */
import type { ClientSession } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { Projects } from '../access/repository.ts';
import { invitationChange } from '../changes/member-changes.ts';
import type { ProjectChanges } from '../changes/repository.ts';
import type { Invitations } from './invitations.ts';
import type { InvitationRecord } from './model.ts';

interface Deps {
  projects: Projects;
  invitations: Invitations;
  projectChanges: ProjectChanges;
}

export class InvitationWithdrawal {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Withdraws those to one project. @returns them, by email */
  async withdrawFromProject(
    session: ClientSession,
    projectId: number,
    userId: number,
    by: Person,
  ): Promise<InvitationRecord[]> {
    const sent = await this.#deps.invitations.findSentBy(session, userId, { project_id: projectId });
    await this.#withdraw(session, sent, by);
    return sent;
  }

  /** Withdraws those to the projects of a company that were sent before a time. @returns them, by project and email */
  async withdrawFromCompany(
    session: ClientSession,
    companyId: number,
    userId: number,
    before: Date,
  ): Promise<InvitationRecord[]> {
    const { projects, invitations } = this.#deps;
    const sent = await invitations.findSentBy(session, userId, { invited_at: { $lt: before } });
    const heads = await projects.findMany([...new Set(sent.map(({ project_id }) => project_id))], session);
    const owned = new Set(
      heads.flatMap(({ _id, owner_company_id }) => (owner_company_id === companyId ? [_id] : [])),
    );
    const withdrawn = sent.filter(({ project_id }) => owned.has(project_id));
    const [first] = withdrawn;
    if (first) await this.#withdraw(session, withdrawn, first.invited_by);
    return withdrawn;
  }

  async #withdraw(session: ClientSession, sent: readonly InvitationRecord[], by: Person): Promise<void> {
    const { invitations, projectChanges } = this.#deps;
    await invitations.deleteAll(session, sent);
    for (const { _id, project_id } of sent)
      await projectChanges.record(project_id, invitationChange('invitation_withdrawn', _id, by), session);
  }
}
