/**
 * Mail asked for in a transaction and sent once that has committed, by a job that survives its process (E4). The token of a mail is made
 * while the mail is written, so that only its hash is ever stored.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { MailTokens } from '../mail-tokens/repository.ts';
import type { Mailer } from './message.ts';
import { type QueuedMail, queuedMailModel } from './model.ts';
import { existingAccountMail, type MailContent, noticeMail, passwordResetMail, verificationMail } from './templates.ts';

const JOB = 'identity.mail';
const HOUR_MS = 3_600_000;
/** Mails of one kind to one address within an hour: nobody fills somebody's inbox from here. */
const HOURLY_LIMITS: Readonly<Record<QueuedMail['kind'], number>> = { registration: 5, password_reset: 5, notice: 60 };

type NewMail =
  | (Pick<QueuedMail, 'email'> & { kind: 'password_reset' })
  | (Pick<QueuedMail, 'email'> & { kind: 'registration'; registration: NonNullable<QueuedMail['registration']> })
  | (Pick<QueuedMail, 'email'> & { kind: 'notice'; notice: NonNullable<QueuedMail['notice']> });

interface Deps {
  connection: Connection;
  jobs: JobQueue;
  accounts: Accounts;
  tokens: MailTokens;
  mailer: Mailer;
  /** The public address of the site, for the words of a mail. */
  siteUrl: string | null;
  warn: (line: string) => void;
}

/** A message that is ready, and how to take it back when it could not leave. */
interface RenderedMail extends MailContent {
  revokeToken: () => Promise<void>;
}

export class MailQueue {
  readonly #mails: ReturnType<typeof queuedMailModel>;
  readonly #deps: Deps;

  constructor(parts: Deps) {
    this.#mails = queuedMailModel(parts.connection);
    this.#deps = parts;
    parts.jobs.register(JOB, (id) => this.#deliver(id), { keepDone: false });
  }

  /**
   * Asks for a mail in the caller's transaction. The same writes whether or not the address has an account: who reads the answer's time
   * learns nothing (H30). Whether there is something to tell is decided when the mail is written.
   */
  async enqueue(session: ClientSession, mail: NewMail, now: Date): Promise<void> {
    const order: QueuedMail = { _id: randomUUID(), registration: null, notice: null, created_at: now, sent_at: null, ...mail };
    await this.#mails.create([order], { session });
    // Somebody waits for a token; a notice to hundreds lets it pass.
    const turn = mail.kind === 'notice' ? now.getTime() : 0;
    await this.#deps.jobs.add(session, { kind: JOB, subject: order._id, lane: order._id, turn });
  }

  async #deliver(id: string): Promise<void> {
    const { mailer, warn } = this.#deps;
    const order = await this.#mails.findOne({ _id: id }).lean<QueuedMail>().exec();
    if (!order || order.sent_at !== null) return;
    const draft = (await this.#isOverHourlyLimit(order)) ? null : await this.#render(order, new Date());
    if (draft) {
      try {
        const { subject, text } = draft;
        await mailer.send({ id, to: order.email, subject, text, date: new Date() });
      } catch (error) {
        await draft.revokeToken();
        warn(
          `mail ${id} (${order.kind}) could not be sent and will be retried: ${error instanceof Error ? error.message : 'no reason known'}`,
        );
        throw error;
      }
    }
    await this.#mails.updateOne({ _id: id }, { $set: { sent_at: new Date(), registration: null, notice: null } });
  }

  async #isOverHourlyLimit({ _id, email, kind, created_at }: QueuedMail): Promise<boolean> {
    const since = new Date(created_at.getTime() - HOUR_MS);
    const before = await this.#mails.countDocuments({
      email,
      kind,
      created_at: { $gt: since, $lte: created_at },
      _id: { $ne: _id },
    });
    if (before < HOURLY_LIMITS[kind]) return false;
    this.#deps.warn(`mail ${_id} (${kind}) was not sent: hourly limit reached (${before} of this kind to the same recipient)`);
    return true;
  }

  /** The message of an order; null when there is nothing to tell that address. */
  async #render({ kind, email, registration, notice }: QueuedMail, now: Date): Promise<RenderedMail | null> {
    const { accounts, tokens, siteUrl } = this.#deps;
    const plain = (written: MailContent): RenderedMail => ({ ...written, revokeToken: async () => undefined });
    if (kind === 'notice') return notice && plain(noticeMail(siteUrl, notice.text));
    const user = await accounts.findByEmail(email);
    if (!user) return null;
    if (kind === 'registration' && user.email_verified) return plain(existingAccountMail(siteUrl));
    const purpose = kind === 'registration' ? 'verification' : 'password_reset';
    const { token, until, hash } = await tokens.create({ purpose, userId: user._id, registration }, now);
    const write = kind === 'registration' ? verificationMail : passwordResetMail;
    return { ...write(siteUrl, token, until), revokeToken: () => tokens.delete(hash) };
  }
}
