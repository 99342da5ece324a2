/**
 * Notices to people about a project: queued in the transaction of a change and handed to identity by a job,
 * so that a crash or an outage neither loses nor doubles one (A22, E4).
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { type NoticeRecipients, type NoticeRecord, noticeCollection } from './model.ts';

const JOB = 'projects.notice';

export class NoticeQueue extends Records<NoticeRecord> {
  readonly #jobs: JobQueue;
  readonly #node: Node;

  constructor(connection: Connection, jobs: JobQueue, node: Node) {
    super(noticeCollection(connection));
    this.#jobs = jobs;
    this.#node = node;
    jobs.register(JOB, (id) => this.#deliver(id), { keepDone: false });
  }

  /** Takes effect when the caller's transaction commits. @param text one sentence or more, for mail too */
  async add(
    session: ClientSession,
    recipients: NoticeRecipients,
    content: Pick<NoticeRecord, 'kind' | 'text' | 'project_id'>,
    now: Date,
  ): Promise<void> {
    const _id = randomUUID();
    await this.insert(session, { _id, ...recipients, ...content });
    await this.#jobs.add(session, { kind: JOB, subject: _id, lane: _id, turn: now.getTime() });
  }

  /** Repeatable: identity knows the event by its id. */
  async #deliver(id: string): Promise<void> {
    const notice = await this.findById(id);
    if (!notice) return;
    const { user_ids = [], emails = [], administrators_of, kind, text, project_id } = notice;
    await callAsService(this.#node, 'projects', 'identity.notify', {
      event_id: id,
      user_ids,
      emails,
      ...(administrators_of === undefined ? {} : { administrators_of }),
      kind,
      text,
      resource: { type: 'project', id: project_id },
    });
    await this.model.deleteOne({ _id: id });
  }
}
