/**
 * What leaving a company ends elsewhere: the roles on the projects it owns (X11). Asked for in the transaction of the departure and done by
 * a job, so that no crash and no absence of projects leaves them.
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

  /** @returns the departure, to be settled once the transaction has committed */
  async schedule(session: ClientSession, userId: number, companyId: number, at: Date): Promise<string> {
    const departure = `${userId} ${companyId} ${at.getTime()}`;
    await this.#jobs.add(session, { kind: JOB, subject: departure, lane: departure, turn: at.getTime() });
    return departure;
  }

  /** Does it at once, so that the next read sees it; what does not succeed now the job does later. */
  async runNow(departure: string): Promise<void> {
    await this.#endRoles(departure).catch(() => undefined);
  }

  /** Doing it twice does it once: roles given after the departure are others. */
  async #endRoles(departure: string): Promise<void> {
    const [user_id = 0, company_id = 0, at = 0] = departure.split(' ').map(Number);
    await callAsService(this.#node, 'identity', 'projects.endRoles', { user_id, company_id, before: new Date(at).toISOString() });
  }
}
