/** Changes of the standards of a project, for the list of the changes of that project. */
import type { ClientSession } from 'mongoose';
import type { StandardChangeKind } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { ProjectChangeQueue } from '../../../shared/projects/project-change-queue.ts';
import { projectIdOf } from '../scope-access.ts';
import type { StandardRecord } from './model.ts';

export class StandardChanges {
  readonly #queue: ProjectChangeQueue;

  constructor(queue: ProjectChangeQueue) {
    this.#queue = queue;
  }

  /** Records a change in its transaction; nothing for a standard of another scope. */
  async record(
    session: ClientSession,
    standard: Pick<StandardRecord, '_id' | 'subject_type' | 'subject_id'>,
    kind: StandardChangeKind,
    { person }: Pick<Call, 'person'>,
  ): Promise<void> {
    const projectId = projectIdOf(standard);
    if (projectId === null) return;
    const subject = { type: 'standard' as const, id: standard._id };
    await this.#queue.add(session, { project_id: projectId, kind, by: person, subject });
  }
}
