/**
 * Job after an account leaves a company or is removed: the projects service ends its roles on projects of that
 * company. It is added in the transaction of the departure, so that it survives crashes and outages of that
 * service.
 */
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { NewJob } from '../../../shared/kernel/background/job-records.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';

const KIND = 'identity.departure';

export const membershipCleanup = (userId: number, companyId: number, departedAt: Date): NewJob => ({
  kind: KIND,
  subject: `${userId} ${companyId} ${departedAt.getTime()}`,
});

/** Registers the job. It may be repeated: roles granted after the departure are not ended. */
export function defineMembershipCleanup(jobs: JobQueue, node: Node): void {
  jobs.register(KIND, async (subject) => {
    const [user_id = 0, company_id = 0, at = 0] = subject.split(' ').map(Number);
    const before = new Date(at).toISOString();
    await callAsService(node, 'identity', 'projects.endRoles', { user_id, company_id, before });
  });
}
