/**
 * Carries a new name of a wiki library over to the global library of its adopted editions, in standards: `prepareRename`
 * before the transaction, `queue` (a job) in it, `sendNow` after it. The job that copies an edition calls `send` too.
 */
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { WikiLibraryRecord } from './model.ts';
import type { WikiLibraries } from './repository.ts';

const LIBRARY_NAME_JOB = 'library-name';

interface Deps {
  node: Node;
  libraries: WikiLibraries;
  jobs: JobQueue;
}

export class LibraryNameTransfer {
  readonly #deps: Deps;

  /** Registers the job, whose subject is `<library id>/<number of the change>`. */
  constructor(deps: Deps) {
    this.#deps = deps;
    deps.jobs.register(LIBRARY_NAME_JOB, (subject) => this.send(subject.slice(0, subject.indexOf('/'))));
  }

  /**
   * Before the transaction: links the global library of the present name to this wiki library where it is not linked
   * yet, and checks the new name. @throws NAME_TAKEN when another global library has it
   */
  async prepareRename({ _id, name }: WikiLibraryRecord, newName: string): Promise<void> {
    const { is_free } = await callAsService(
      this.#deps.node,
      'wiki-moderation',
      'standards.prepareWikiLibraryRename',
      { wiki_library_id: _id, name, new_name: newName },
    );
    if (!is_free)
      throw apiError(
        'NAME_TAKEN',
        `A global library of standards is named '${newName}'. Choose another name.`,
      );
  }

  /** Queues the job, in the transaction of the change. */
  async queue(session: ClientSession, { _id, name_changes = 0 }: WikiLibraryRecord): Promise<void> {
    const subject = `${_id}/${name_changes}`;
    const lane = `name of ${_id}`;
    await this.#deps.jobs.add(session, { kind: LIBRARY_NAME_JOB, subject, lane, turn: name_changes });
  }

  /** Sends the name after the transaction, so that the next read of a standard shows it. If it fails, the job retries. */
  async sendNow({ _id }: WikiLibraryRecord): Promise<void> {
    await this.send(_id).catch((error: unknown) =>
      this.#deps.node.log.warn('a wiki library has another name in standards; retrying', { _id, error }),
    );
  }

  /** Sends the current name of the library. @throws when standards has not taken it */
  async send(id: string): Promise<void> {
    const { node, libraries } = this.#deps;
    const library = await libraries.findById(id);
    // Deleted since: it had no editions.
    if (!library) return;
    await callAsService(node, 'wiki-moderation', 'standards.renameWikiLibrary', {
      wiki_library_id: id,
      name: library.name,
      name_changes: library.name_changes ?? 0,
    });
  }
}
