/**
 * Job after a draft is discarded: the files service removes what was uploaded to it. It is added in the transaction that
 * discards the draft, so that it survives crashes and outages of that service.
 */
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { NewJob } from '../../../shared/kernel/background/job-records.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';

const KIND = 'projects.discardedFiles';

export const removalOfDraftFiles = (projectId: number, draftId: number): NewJob => ({
  kind: KIND,
  subject: `${projectId} ${draftId}`,
});

/** Registers the job, which may be repeated. */
export function defineRemovalOfDraftFiles(jobs: JobQueue, node: Node): void {
  jobs.register(KIND, async (subject) => {
    const [project_id = 0, draft_revision_id = 0] = subject.split(' ').map(Number);
    await callAsService(node, 'projects', 'files.removeOfDraft', { project_id, draft_revision_id });
  });
}
