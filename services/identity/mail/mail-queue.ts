/**
 * Queue of outgoing mail: enqueued in a transaction, sent after its commit by a persistent job, with an
 * hourly limit per recipient. A token is created while its mail is rendered, so that only its hash is
 * ever stored.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { MailTokens } from '../mail-tokens/repository.ts';
import type { Mailer } from './mailer.ts';
import type { QueuedMail, QueuedMails } from './repository.ts';
import {
  existingAccountMail,
  type MailContent,
  notificationMail,
  passwordResetMail,
  verificationMail,
} from './templates.ts';

const JOB = 'identity.mail';
const HOUR_MS = 3_600_000;
/** Mails of one kind to one recipient within an hour, so that nobody can flood an inbox. */
const HOURLY_LIMITS: Readonly<Record<QueuedMail['kind'], number>> = {
  registration: 5,
  password_reset: 5,
  notification: 60,
};

type NewMail =
  | (Pick<QueuedMail, 'email'> & { kind: 'password_reset' })
  | (Pick<QueuedMail, 'email'> & {
      kind: 'registration';
      registration: NonNullable<QueuedMail['registration']>;
    })
  | (Pick<QueuedMail, 'email'> & {
      kind: 'notification';
      notification: NonNullable<QueuedMail['notification']>;
    });

interface MailQueueOptions {
  mails: QueuedMails;
  jobs: JobQueue;
  accounts: Accounts;
  mailTokens: MailTokens;
  mailer: Mailer;
  /** The public URL of the site, which mails name. */
  siteUrl: string | null;
  warn: (line: string) => void;
}

/** A message ready to be sent, and how to undo its token when sending fails. */
interface RenderedMail extends MailContent {
  revokeToken?: () => Promise<void>;
}

export class MailQueue {
  readonly #options: MailQueueOptions;

  constructor(options: MailQueueOptions) {
    this.#options = options;
    options.jobs.register(JOB, (id) => this.#deliver(id));
  }

  /**
   * Enqueues a mail in the caller's transaction. The writes are the same whether or not the email has an
   * account, so that response times reveal nothing; what to send, if anything, is decided when the mail
   * is rendered.
   */
  async enqueue(session: ClientSession, mail: NewMail, now: Date): Promise<void> {
    const _id = randomUUID();
    await this.#options.mails.insert(session, {
      _id,
      registration: null,
      notification: null,
      created_at: now,
      sent_at: null,
      ...mail,
    });
    // People wait for tokens, so these overtake the notifications.
    const turn = mail.kind === 'notification' ? now.getTime() : 0;
    await this.#options.jobs.add(session, { kind: JOB, subject: _id, turn });
  }

  async #deliver(id: string): Promise<void> {
    const { mails, mailer, warn } = this.#options;
    const mail = await mails.findUnsent(id);
    if (!mail) return;
    const message = (await this.#isOverHourlyLimit(mail)) ? null : await this.#render(mail, new Date());
    if (message) {
      const { subject, text, revokeToken } = message;
      try {
        await mailer.send({ id, to: mail.email, subject, text, date: new Date() });
      } catch (error) {
        await revokeToken?.();
        const reason = error instanceof Error ? error.message : 'no reason known';
        warn(`mail ${id} (${mail.kind}) could not be sent and will be retried: ${reason}`);
        throw error;
      }
    }
    await mails.markSent(id, new Date());
  }

  async #isOverHourlyLimit(mail: QueuedMail): Promise<boolean> {
    const { _id, kind } = mail;
    const before = await this.#options.mails.countBefore(mail, HOUR_MS);
    if (before < HOURLY_LIMITS[kind]) return false;
    this.#options.warn(
      `mail ${_id} (${kind}) was not sent: hourly limit reached (${before} of this kind to the same recipient)`,
    );
    return true;
  }

  /** The message of a queued mail; null when there is nothing to send to its recipient. */
  async #render(
    { kind, email, registration, notification }: QueuedMail,
    now: Date,
  ): Promise<RenderedMail | null> {
    const { accounts, mailTokens, siteUrl } = this.#options;
    if (kind === 'notification') return notification && notificationMail(siteUrl, notification.text);
    // A mail that an earlier version queued may have the domain in Unicode.
    const user = await accounts.findByEmail(normaliseEmail(email));
    if (!user) return null;
    if (kind === 'registration' && user.email_verified) return existingAccountMail(siteUrl);
    const purpose = kind === 'registration' ? 'verification' : 'password_reset';
    const { token, hash, expiresAt } = await mailTokens.create(
      { purpose, user_id: user._id, registration },
      now,
    );
    const template = kind === 'registration' ? verificationMail : passwordResetMail;
    return { ...template(siteUrl, token, expiresAt), revokeToken: () => mailTokens.delete(hash) };
  }
}
