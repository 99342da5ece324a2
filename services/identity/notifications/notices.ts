/** Telling people something: in the application those who have an account, by mail everybody (A22, E4). */
import type { ClientSession } from 'mongoose';
import type { UserRecord } from '../accounts/model.ts';
import type { Post } from '../mail/post.ts';
import type { NotedResource } from './model.ts';
import type { Notifications } from './repository.ts';

export interface Notice {
  kind: string;
  text: string;
  resource: NotedResource | null;
}

export interface Audience {
  users: Pick<UserRecord, '_id' | 'email'>[];
  /** Addresses nobody has registered yet: they get the mail alone. */
  addresses?: string[];
}

export class Notices {
  readonly #notifications: Notifications;
  readonly #post: Post;

  constructor(notifications: Notifications, post: Post) {
    this.#notifications = notifications;
    this.#post = post;
  }

  /** Tells it once the caller's transaction has committed. */
  async tell(session: ClientSession, notice: Notice, { users, addresses = [] }: Audience, now: Date): Promise<void> {
    const ids = await this.#notifications.takeIds(users.length);
    const rows = users.flatMap(({ _id: user_id }, at) => {
      const _id = ids[at];
      return _id === undefined ? [] : [{ _id, user_id, ...notice, created_at: now, read_at: null }];
    });
    await this.#notifications.add(session, rows);
    for (const email of [...users.map(({ email }) => email), ...addresses]) {
      await this.#post.ask(session, { kind: 'notice', email, notice: { text: notice.text } }, now);
    }
  }
}
