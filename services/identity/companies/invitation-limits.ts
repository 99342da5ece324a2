/**
 * Limits of the invitations that go to strangers, to companies and projects together: 3 a day to one recipient,
 * RATE_LIMIT_INVITATIONS from one account. They are counted from records of sent invitations, which stay when
 * an invitation is withdrawn, under locks, so that invitations of several nodes count together. Whether the recipient
 * has an account makes no difference.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';
import {
  defineTransactionLock,
  type TransactionLock,
} from '../../../shared/kernel/database/transaction-lock.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

const MAX_PER_RECIPIENT = 3;
const DAY_SECONDS = 86_400;

/** One invitation that was sent. */
interface SentInvitationRecord {
  _id: string;
  /** The mailbox to which the invitation went. */
  email: string;
  inviter_id: number;
  at: Date;
}

const sentInvitationCollection = defineCollection<SentInvitationRecord>('sent_invitations', [
  [{ email: 1, at: -1 }],
  [{ inviter_id: 1, at: -1 }],
  [{ at: 1 }, { expireAfterSeconds: DAY_SECONDS }],
]);

/**
 * The address by which the invitations of a mailbox are counted: without the quotation marks and the tag that mail servers
 * ignore, so that `ada+1@…`, `ada+2@…` and `"ada"@…` are one recipient.
 * @param email in its normal form
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/^"(.+)"$/, '$1');
  return `${local.replace(/(?<=.)\+.*$/, '')}${email.slice(at)}`;
}

export class InvitationLimits extends Records<SentInvitationRecord> {
  readonly #maxPerInviter: number;
  readonly #lock: TransactionLock;

  /** @param maxPerInviter invitations of one account a day */
  constructor(connection: Connection, maxPerInviter: number) {
    super(sentInvitationCollection(connection));
    this.#maxPerInviter = maxPerInviter;
    this.#lock = defineTransactionLock(connection, 'addresses');
  }

  /** Counts an invitation that the transaction sends. @throws RATE_LIMITED with the seconds to wait */
  async count(session: ClientSession, inviterId: number, address: string, now: Date): Promise<void> {
    const email = mailboxOf(address);
    await this.#lock(session, email, inviterId);
    const since = new Date(now.getTime() - DAY_SECONDS * 1000);
    const at = { $gt: since };
    const toRecipient = await this.#secondsUntilFree(session, { email, at }, MAX_PER_RECIPIENT, now);
    if (toRecipient > 0)
      throw limitReached(
        `This email address has been invited ${MAX_PER_RECIPIENT} times within a day.`,
        toRecipient,
      );
    const byInviter = { inviter_id: inviterId, at };
    const fromInviter = await this.#secondsUntilFree(session, byInviter, this.#maxPerInviter, now);
    if (fromInviter > 0)
      throw limitReached(
        `Your account has sent ${this.#maxPerInviter} invitations within a day.`,
        fromInviter,
      );
    await this.insert(session, { _id: randomUUID(), email, inviter_id: inviterId, at: now });
  }

  /** 0 while fewer than `max` were sent within a day; else how long until the oldest of the last `max` is a day old. */
  async #secondsUntilFree(
    session: ClientSession,
    sent: QueryFilter<SentInvitationRecord>,
    max: number,
    now: Date,
  ): Promise<number> {
    const [oldest] = await this.findAll(sent, { session, sort: { at: -1 }, offset: max - 1, limit: 1 });
    if (!oldest) return 0;
    return Math.max(1, DAY_SECONDS - Math.floor((now.getTime() - oldest.at.getTime()) / 1000));
  }
}

const limitReached = (what: string, retryAfter: number): Error => {
  const hours = Math.ceil(retryAfter / 3600);
  return apiError('RATE_LIMITED', `${what} Invite again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`, {
    metadata: { retryAfter },
  });
};
