/**
 * Transactions on the folders of a project, one after the other, so that two of them never leave a cycle or
 * two siblings of one name, and no file is moved into a folder that is being deleted.
 */
import type { ClientSession, Connection } from 'mongoose';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import {
  defineTransactionLock,
  type TransactionLock,
} from '../../../shared/kernel/database/transaction-lock.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { unknownFolder } from './folder-tree.ts';
import type { Folders } from './repository.ts';

export class FolderTransactions {
  readonly #connection: Connection;
  readonly #folders: Folders;
  readonly #lockProject: TransactionLock;
  readonly #mutex = new KeyedMutex();

  constructor(connection: Connection, folders: Folders) {
    this.#connection = connection;
    this.#folders = folders;
    this.#lockProject = defineTransactionLock(connection, 'folder_changes');
  }

  /** Runs `work`, perhaps more than once, on folders that nobody else can change. */
  run<T>(projectId: number, work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.#mutex.run(projectId, () =>
      inTransaction(this.#connection, async (session) => {
        await this.#lockProject(session, projectId);
        return work(session);
      }),
    );
  }

  /** Whether a project has a folder; the root (null) is always there. */
  async has(projectId: number, folderId: number | null): Promise<boolean> {
    return folderId === null || (await this.#folders.find(projectId, folderId)) !== null;
  }

  /**
   * Ensures that a folder exists until the transaction ends. @throws VALIDATION_ERROR with the path `folder_id`
   */
  async assertHas(projectId: number, folderId: number | null, session: ClientSession): Promise<void> {
    if (folderId === null) return;
    await this.#lockProject(session, projectId);
    if (!(await this.#folders.find(projectId, folderId, session)))
      throw validationError([unknownFolder('folder_id', folderId)]);
  }
}
