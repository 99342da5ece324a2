/** Repository of the changes of projects: records one in the transaction of the change, and lists them. */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { Projects } from '../access/repository.ts';
import { type ProjectChange, type ProjectChangeRecord, projectChangeCollection } from './model.ts';

export class ProjectChanges extends Records<ProjectChangeRecord> {
  readonly #connection: Connection;
  readonly #projects: Projects;
  readonly #mutex = new KeyedMutex();

  constructor(connection: Connection, projects: Projects) {
    super(projectChangeCollection(connection));
    this.#connection = connection;
    this.#projects = projects;
  }

  /**
   * Runs a transaction that records a change. Those of one project conflict on its number, so they are serialised in
   * this process: otherwise some of many concurrent ones would use up their attempts.
   */
  inTransaction<T>(projectId: number, work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.#mutex.run(projectId, () => inTransaction(this.#connection, work));
  }

  /** Numbers the change. Concurrent ones conflict on the project, so that no number is missing. */
  async record(projectId: number, change: ProjectChange, session: ClientSession): Promise<void> {
    await this.#insert(randomUUID(), projectId, change, session);
  }

  /** The same for a change that may be reported again: the first one with this id counts. Without an id it is new. */
  async recordOnce(
    id: string | undefined,
    projectId: number,
    change: ProjectChange & { at?: Date },
    session: ClientSession,
  ): Promise<void> {
    if (id !== undefined && (await this.findById(id, session))) return;
    await this.#insert(id ?? randomUUID(), projectId, change, session);
  }

  async #insert(
    _id: string,
    projectId: number,
    change: ProjectChange & { at?: Date },
    session: ClientSession,
  ): Promise<void> {
    const sequence = await this.#projects.nextChange(projectId, session);
    await this.insert(session, { _id, project_id: projectId, sequence, at: new Date(), ...change });
  }

  /** The changes after a number, oldest first. */
  listAfter(projectId: number, sequence: number, limit: number): Promise<ProjectChangeRecord[]> {
    const filter = { project_id: projectId, sequence: { $gt: sequence } };
    return this.findAll(filter, { sort: { sequence: 1 }, limit });
  }
}
