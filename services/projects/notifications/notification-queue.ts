/**
 * Queue of notifications to people about a project: added in the transaction of a change and handed to identity by a
 * job, so that a crash or an outage neither loses nor doubles one. A dry run counts their recipients.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  type CommentEvent,
  type NotificationContent,
  type NotificationRecord,
  notificationCollection,
} from './model.ts';

const JOB = 'projects.notification';

/** The content of a notification about a comment; null when it has no recipients any more. */
type DescribeCommentEvent = (
  projectId: number,
  about: CommentEvent,
  session: ClientSession | null,
) => Promise<NotificationContent | null>;

interface Deps {
  connection: Connection;
  jobs: JobQueue;
  node: Node;
  describeCommentEvent: DescribeCommentEvent;
}

type NotificationHead = Pick<NotificationRecord, 'kind' | 'project_id'>;
/** Notifications of one lane are sent in the order of their turns. */
interface Place {
  lane: string;
  turn: number;
}

export class NotificationQueue extends Records<NotificationRecord> {
  readonly #jobs: JobQueue;
  readonly #node: Node;
  readonly #describeCommentEvent: DescribeCommentEvent;

  constructor({ connection, jobs, node, describeCommentEvent }: Deps) {
    super(notificationCollection(connection));
    this.#jobs = jobs;
    this.#node = node;
    this.#describeCommentEvent = describeCommentEvent;
    jobs.register(JOB, (id) => this.#deliver(id));
  }

  /**
   * Takes effect when the caller's transaction commits.
   * @param _id of an event that may be reported again, so that its notification is sent once (UUID)
   */
  async add(
    ctx: RequestContext,
    session: ClientSession,
    { kind, project_id, ...content }: NotificationHead & NotificationContent,
    now: Date,
    _id: string = randomUUID(),
  ): Promise<void> {
    // A job without its notification has delivered it: identity knows the event.
    if ((await this.findById(_id, session)) || (await this.#jobs.has(session, JOB, _id))) return;
    ctx.affects({ members: countRecipients(content) });
    await this.#queue(session, { _id, kind, project_id, ...content }, { lane: _id, turn: now.getTime() });
  }

  /** Queues a notification about a comment. Its recipients are looked up at delivery, since parties may change. */
  async addCommentEvent(
    ctx: RequestContext,
    session: ClientSession,
    projectId: number,
    about: CommentEvent,
    turn: number,
  ): Promise<void> {
    if (ctx.isDryRun) {
      const content = await this.#describeCommentEvent(projectId, about, session);
      ctx.affects({ members: content ? countRecipients(content) : 0 });
    }
    const record = { _id: randomUUID(), kind: `comment_${about.event}`, project_id: projectId, about };
    await this.#queue(session, record, { lane: `comment ${about.comment_id}`, turn });
  }

  async #queue(session: ClientSession, record: NotificationRecord, place: Place): Promise<void> {
    await this.insert(session, record);
    await this.#jobs.add(session, { kind: JOB, subject: record._id, ...place });
  }

  /** Repeatable: identity knows the event by its id. */
  async #deliver(id: string): Promise<void> {
    const notification = await this.findById(id);
    if (!notification) return;
    const { kind, project_id } = notification;
    const content =
      'about' in notification
        ? await this.#describeCommentEvent(project_id, notification.about, null)
        : notification;
    if (content) {
      const { user_ids = [], emails = [], administrators_of, text } = content;
      await callAsService(this.#node, 'projects', 'identity.notify', {
        event_id: id,
        user_ids,
        emails,
        ...(administrators_of === undefined ? {} : { administrators_of }),
        kind,
        text,
        resource: { type: 'project', id: project_id },
      });
    }
    await this.model.deleteOne({ _id: id });
  }
}

/** Administrators of a company are people of the company, not of the project. */
const countRecipients = ({ user_ids = [], emails = [] }: NotificationContent): number =>
  user_ids.length + emails.length;
