/** Repository of the changes of projects: records one in the transaction of the change, and lists them. */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { Projects } from '../access/repository.ts';
import { type ProjectChange, type ProjectChangeRecord, projectChangeCollection } from './model.ts';

export class ProjectChanges extends Records<ProjectChangeRecord> {
  readonly #projects: Projects;

  constructor(connection: Connection, projects: Projects) {
    super(projectChangeCollection(connection));
    this.#projects = projects;
  }

  /** Numbers the change: two at once conflict on the project, so that no number is missing. */
  async record(projectId: number, change: ProjectChange, session: ClientSession): Promise<void> {
    const sequence = await this.#projects.nextChange(projectId, session);
    const record = { _id: randomUUID(), project_id: projectId, sequence, at: new Date(), ...change };
    await this.insert(session, record);
  }

  /** The changes after a number, oldest first. */
  listAfter(projectId: number, sequence: number, limit: number): Promise<ProjectChangeRecord[]> {
    const filter = { project_id: projectId, sequence: { $gt: sequence } };
    return this.findAll(filter, { sort: { sequence: 1 }, limit });
  }
}
