/** `If-Match` in the transaction of a change of a project. */
import type { ClientSession } from 'mongoose';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import type { ProjectRecord } from '../access/model.ts';
import { projectVersion } from '../access/project-version.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { Caller } from './draft-change.ts';

/**
 * Another change may have been stored between the check before the handler and this transaction.
 * @throws PRECONDITION_FAILED
 */
export async function assertUnchanged(
  revisions: ProjectRevisions,
  head: ProjectRecord,
  ifMatch: Caller['ifMatch'],
  session: ClientSession,
): Promise<void> {
  if (ifMatch === null) return;
  const draft = await revisions.findHead(head.draft_revision_id, session);
  assertIfMatch(ifMatch, projectVersion(head, draft));
}
