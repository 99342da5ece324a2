/**
 * Changes that another service makes in a project, for the list of the changes of that project: queued in the
 * transaction of the change and handed to projects, which numbers them, by a job, so that a crash or an outage neither
 * loses nor doubles one. Those of one project go in their order.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { InputOf } from '../contracts/endpoint.ts';
import type { EndpointMap } from '../contracts/index.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { JobQueue } from '../kernel/background/job-queue.ts';
import { defineCollection, Records } from '../kernel/database/records.ts';
import { callAsService, type Node } from '../kernel/node/node.ts';

type Change = Omit<InputOf<EndpointMap['projects.recordChange']>, 'event_id' | 'at'>;

interface QueuedChange {
  /** Also the event id by which projects numbers it once. */
  _id: string;
  at: Date;
  change: Change;
}

interface Deps {
  connection: Connection;
  jobs: JobQueue;
  node: Node;
  service: ServiceName;
}

const queuedChangeCollection = defineCollection<QueuedChange>('project_changes');

export class ProjectChangeQueue extends Records<QueuedChange> {
  readonly #jobs: JobQueue;
  readonly #node: Node;
  readonly #service: ServiceName;
  readonly #kind: string;

  constructor({ connection, jobs, node, service }: Deps) {
    super(queuedChangeCollection(connection));
    this.#jobs = jobs;
    this.#node = node;
    this.#service = service;
    this.#kind = `${service}.projectChange`;
    jobs.register(this.#kind, (id) => this.#deliver(id));
  }

  /** Takes effect when the caller's transaction commits. */
  async add(session: ClientSession, change: Change): Promise<void> {
    const queued = { _id: randomUUID(), at: new Date(), change };
    await this.insert(session, queued);
    const lane = `project ${change.project_id}`;
    await this.#jobs.add(session, { kind: this.#kind, subject: queued._id, lane, turn: queued.at.getTime() });
  }

  /** Repeatable: projects knows the change by its id. */
  async #deliver(id: string): Promise<void> {
    const queued = await this.findById(id);
    if (!queued) return;
    const { at, change } = queued;
    const event = { event_id: id, at: at.toISOString(), ...change };
    await callAsService(this.#node, this.#service, 'projects.recordChange', event);
    await this.model.deleteOne({ _id: id });
  }
}
