/**
 * Mail asked for in a transaction and sent once that has committed, by a job that survives its process (E4). The token of a mail is made
 * while the mail is written, so that only its hash is ever stored.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { Jobs } from '../../../shared/kernel/background/jobs.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { MailTokens } from '../proofs/mail-tokens.ts';
import type { Mailer } from './message.ts';
import { knownAddressMail, noticeMail, passwordResetMail, verificationMail, type Written } from './messages.ts';
import { type MailOrder, mailModel } from './model.ts';

const JOB = 'identity.mail';
const HOUR_MS = 3_600_000;
/** Mails of one kind to one address within an hour: nobody fills somebody's inbox from here. */
const HOURLY: Readonly<Record<MailOrder['kind'], number>> = { registration: 5, password_reset: 5, notice: 60 };

type NewMail =
  | (Pick<MailOrder, 'email'> & { kind: 'password_reset' })
  | (Pick<MailOrder, 'email'> & { kind: 'registration'; registration: NonNullable<MailOrder['registration']> })
  | (Pick<MailOrder, 'email'> & { kind: 'notice'; notice: NonNullable<MailOrder['notice']> });

interface PostParts {
  connection: Connection;
  jobs: Jobs;
  accounts: Accounts;
  tokens: MailTokens;
  mailer: Mailer;
  /** The public address of the site, for the words of a mail. */
  site: string | null;
  warn: (line: string) => void;
}

/** A message that is ready, and how to take it back when it could not leave. */
interface Draft extends Written {
  withdraw: () => Promise<void>;
}

export class Post {
  readonly #mails: ReturnType<typeof mailModel>;
  readonly #parts: PostParts;

  constructor(parts: PostParts) {
    this.#mails = mailModel(parts.connection);
    this.#parts = parts;
    parts.jobs.define(JOB, (id) => this.#deliver(id), { keepDone: false });
  }

  /**
   * Asks for a mail in the caller's transaction. The same writes whether or not the address has an account: who reads the answer's time
   * learns nothing (H30). Whether there is something to tell is decided when the mail is written.
   */
  async ask(session: ClientSession, mail: NewMail, now: Date): Promise<void> {
    const order: MailOrder = { _id: randomUUID(), registration: null, notice: null, created_at: now, sent_at: null, ...mail };
    await this.#mails.create([order], { session });
    // Somebody waits for a token; a notice to hundreds lets it pass.
    const turn = mail.kind === 'notice' ? now.getTime() : 0;
    await this.#parts.jobs.add(session, { kind: JOB, subject: order._id, lane: order._id, turn });
  }

  async #deliver(id: string): Promise<void> {
    const { mailer, warn } = this.#parts;
    const order = await this.#mails.findOne({ _id: id }).lean<MailOrder>().exec();
    if (!order || order.sent_at !== null) return;
    const draft = (await this.#isOneTooMany(order)) ? null : await this.#write(order, new Date());
    if (draft) {
      try {
        const { subject, text } = draft;
        await mailer.send({ id, to: order.email, subject, text, date: new Date() });
      } catch (error) {
        await draft.withdraw();
        warn(`mail ${id} (${order.kind}) has not left yet: ${error instanceof Error ? error.message : 'no reason known'}`);
        throw error;
      }
    }
    await this.#mails.updateOne({ _id: id }, { $set: { sent_at: new Date(), registration: null, notice: null } });
  }

  async #isOneTooMany({ _id, email, kind, created_at }: MailOrder): Promise<boolean> {
    const since = new Date(created_at.getTime() - HOUR_MS);
    const before = await this.#mails.countDocuments({
      email,
      kind,
      created_at: { $gt: since, $lte: created_at },
      _id: { $ne: _id },
    });
    if (before < HOURLY[kind]) return false;
    this.#parts.warn(`mail ${_id} (${kind}) is not sent: its address got ${before} of the kind within the hour before it`);
    return true;
  }

  /** The message of an order; null when there is nothing to tell that address. */
  async #write({ kind, email, registration, notice }: MailOrder, now: Date): Promise<Draft | null> {
    const { accounts, tokens, site } = this.#parts;
    const plain = (written: Written): Draft => ({ ...written, withdraw: async () => undefined });
    if (kind === 'notice') return notice && plain(noticeMail(site, notice.text));
    const user = await accounts.findByEmail(email);
    if (!user) return null;
    if (kind === 'registration' && user.email_verified) return plain(knownAddressMail(site));
    const purpose = kind === 'registration' ? 'verification' : 'password_reset';
    const { token, until, hash } = await tokens.make({ purpose, userId: user._id, registration }, now);
    const write = kind === 'registration' ? verificationMail : passwordResetMail;
    return { ...write(site, token, until), withdraw: () => tokens.drop(hash) };
  }
}
