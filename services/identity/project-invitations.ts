/**
 * Claim of project invitations for an account that has verified its email, by a call of the projects service
 * (P10). It is a job added in the transaction of the registration, verification or password reset, so that it
 * survives crashes and outages of that service.
 */
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { callAsService, type Node } from '../../shared/kernel/node/node.ts';
import type { Accounts } from './accounts/repository.ts';

const JOB = 'identity.projectInvitations';

interface Deps {
  accounts: Accounts;
  jobs: JobQueue;
  node: Node;
}

export class ProjectInvitations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.jobs.register(JOB, (userId) => this.#claim(Number(userId)), { keepDone: false });
  }

  /** An email is verified once, so an account has one such job. */
  async schedule(session: ClientSession, userId: number, now: Date): Promise<void> {
    const subject = String(userId);
    await this.#deps.jobs.add(session, { kind: JOB, subject, lane: subject, turn: now.getTime() });
  }

  /** Claims them at once, so that the next read sees the roles; when it fails the job does it later. */
  async runNow(userId: number): Promise<void> {
    await this.#claim(userId).catch(() => undefined);
  }

  /** Idempotent: an invitation is deleted when it is claimed. */
  async #claim(userId: number): Promise<void> {
    const { accounts, node } = this.#deps;
    const user = await accounts.findById(userId);
    if (!user?.email_verified) return;
    const { name, email, company_id } = user;
    await callAsService(node, 'identity', 'projects.claimInvitations', {
      user_id: userId,
      name,
      email,
      company_id,
    });
  }
}
