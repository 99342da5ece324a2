/**
 * Records refusals in the audit trail and the log: failed sign-ins, sign-in limits that were reached, and refused
 * permissions. A flood cannot fill the disk: equal refusals within a minute become one entry, followed by one with
 * their number; a source has at most ten entries a minute, all together have 120, and the rest is counted in one.
 */
import type { AuditEntry, Outbox } from '../../../shared/kernel/background/outbox.ts';
import { LogFields } from '../../../shared/kernel/logging/log-format.ts';

const MINUTE_MS = 60_000;
const MAX_PER_SOURCE = 10;
const MAX_IN_ALL = 120;

export type RefusalAction =
  | 'account.sign_in_failed'
  | 'account.sign_in_limited'
  | 'account.permission_refused'
  /** How many refusals have no entry of their own. */
  | 'account.refusals_not_listed';

/** One refusal. It holds no password, and no email that somebody typed. */
export interface Refusal {
  action: RefusalAction;
  /** The account concerned; null where there is none. */
  userId: number | null;
  channel: string;
  keyId: number | null;
  requestId: string;
  /** The network address of the client, or the node of a program; null where nobody knows it. */
  network: string | null;
  /** What distinguishes it from others of the same source. */
  details: Readonly<Record<string, string>>;
}

interface Counted {
  refusal: Refusal;
  /** Number of refusals that have no entry yet. */
  count: number;
}

interface RefusalLogOptions {
  outbox: Pick<Outbox, 'add'>;
  /** Receives a line for every entry. */
  warn: (line: LogFields) => void;
  logError: (message: string, error: unknown) => void;
}

export class RefusalLog {
  readonly #options: RefusalLogOptions;
  readonly #counted = new Map<string, Counted>();
  readonly #entriesPerSource = new Map<string, number>();
  readonly #writes = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RefusalLogOptions) {
    this.#options = options;
  }

  /** Notes a refusal. The caller does not wait, so that response times do not reveal it. */
  note(refusal: Refusal): void {
    this.#timer ??= setTimeout(() => this.#endMinute(), MINUTE_MS).unref();
    const { action, userId, network, keyId, details } = refusal;
    const key = JSON.stringify([action, userId, network, keyId, details]);
    const known = this.#counted.get(key);
    if (known) known.count += 1;
    else if (this.#reserve(refusal)) {
      this.#counted.set(key, { refusal, count: 0 });
      this.#write(refusal, 1);
    } else this.#countUnlisted(refusal);
  }

  /** Writes the refusals that are only counted so far; resolves when all entries are in the outbox. */
  async stop(): Promise<void> {
    this.#endMinute();
    await Promise.all(this.#writes);
  }

  /** A source is an account that was refused a permission, or a network whose sign-in failed. */
  #reserve({ action, userId, network }: Refusal): boolean {
    const source = action === 'account.permission_refused' ? `user ${userId}` : `network ${network}`;
    const entries = this.#entriesPerSource.get(source) ?? 0;
    if (entries >= MAX_PER_SOURCE || this.#counted.size >= MAX_IN_ALL) return false;
    this.#entriesPerSource.set(source, entries + 1);
    return true;
  }

  #countUnlisted({ requestId }: Refusal): void {
    const known = this.#counted.get(UNLISTED);
    if (known) known.count += 1;
    else this.#counted.set(UNLISTED, { refusal: { ...NOT_LISTED, requestId }, count: 1 });
  }

  #endMinute(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const { refusal, count } of this.#counted.values()) if (count > 0) this.#write(refusal, count);
    this.#counted.clear();
    this.#entriesPerSource.clear();
  }

  #write(refusal: Refusal, count: number): void {
    const { outbox, warn, logError } = this.#options;
    const { action, userId, channel, keyId, requestId, network, details } = refusal;
    const shown = { ...details, ...(network === null ? {} : { network }), ...(count > 1 ? { count } : {}) };
    warn(new LogFields(action, { refused: action, user: userId ?? '-', ...shown, request: requestId }));
    const entry: Omit<AuditEntry, 'event_id' | 'at'> = {
      user_id: userId,
      action,
      channel,
      key_id: keyId,
      request_id: requestId,
      resource: { type: 'user', id: userId },
      details: shown,
    };
    const write = outbox
      .add(null, entry)
      .catch((error: unknown) => logError('a refusal could not be recorded', error))
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }
}

const UNLISTED = 'not listed';
const NOT_LISTED: Omit<Refusal, 'requestId'> = {
  action: 'account.refusals_not_listed',
  userId: null,
  channel: 'bus',
  keyId: null,
  network: null,
  details: {},
};
