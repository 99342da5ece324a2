/**
 * Cleanup after an account leaves a company or is removed: the projects service ends its roles on projects of
 * that company (X11). It runs at once and as a job added in the transaction of the departure, so that it
 * survives crashes and outages of that service.
 */
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';

const JOB = 'identity.departure';

export class MembershipCleanup {
  readonly #jobs: JobQueue;
  readonly #node: Node;

  constructor(jobs: JobQueue, node: Node) {
    this.#jobs = jobs;
    this.#node = node;
    jobs.register(JOB, (departure) => this.#endRoles(departure), { keepDone: false });
  }

  /** @returns the subject of the job, for `runNow` after the commit */
  async schedule(session: ClientSession, userId: number, companyId: number, at: Date): Promise<string> {
    const departure = `${userId} ${companyId} ${at.getTime()}`;
    await this.#jobs.add(session, { kind: JOB, subject: departure, lane: departure, turn: at.getTime() });
    return departure;
  }

  /** Runs the cleanup at once, so that the next read sees it; when it fails the job does it later. */
  async runNow(departure: string): Promise<void> {
    await this.#endRoles(departure).catch(() => undefined);
  }

  /** Idempotent: roles granted after the departure are not ended. */
  async #endRoles(departure: string): Promise<void> {
    const [user_id = 0, company_id = 0, at = 0] = departure.split(' ').map(Number);
    await callAsService(this.#node, 'identity', 'projects.endRoles', {
      user_id,
      company_id,
      before: new Date(at).toISOString(),
    });
  }
}
