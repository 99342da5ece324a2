/**
 * Records changes of the standards and libraries of a project, which projects lists among the changes of that project.
 */
import type { ClientSession } from 'mongoose';
import type { StandardChangeKind } from '../../shared/contracts/projects/vocabulary.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import type { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { projectIdOf, type Scope } from './scope-access.ts';

/** A standard or library with its scope. */
type Scoped = Scope & { _id: number };

export class StandardChanges {
  readonly #queue: ProjectChangeQueue;

  constructor(queue: ProjectChangeQueue) {
    this.#queue = queue;
  }

  /** Records a change in its transaction; nothing for a standard or library of another scope. */
  async record(
    session: ClientSession,
    { _id: id, ...scope }: Scoped,
    kind: StandardChangeKind,
    { person }: Pick<RequestContext, 'person'>,
  ): Promise<void> {
    const projectId = projectIdOf(scope);
    if (projectId === null) return;
    const type = kind.startsWith('library_') ? 'library' : 'standard';
    await this.#queue.add(session, { project_id: projectId, kind, by: person, subject: { type, id } });
  }
}
