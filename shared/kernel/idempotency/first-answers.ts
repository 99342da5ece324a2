/**
 * `Idempotency-Key` (decisions G12, G22; hardening B1 "Stripe", R11): the first answer to a request is kept for a day and given again to
 * whoever sends the same request with the same credential. It is kept in the transaction of the change it tells of, so there is never one
 * without the other.
 *
 * A claim is `running` while a call works on it, and lapses when the call's time is over: whoever asks next takes it over, and the old
 * call, should it only have slept, can no longer commit. It is `held` while a change waits for its second step in another
 * service; then only the recovery of that change may end it. It is `done` once there is an answer.
 */
import { randomUUID } from 'node:crypto';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import { sha256Hex } from '../../revisioning/canonical.ts';
import type { UserPrincipal } from '../callers/principal.ts';
import { isDuplicateKey, isOutOfTime } from '../database/mongo.ts';
import { packText, unpackText } from '../database/packed.ts';
import { type ErrorExtras, fail, readError } from '../errors.ts';

/** What a caller sends along so that a request may be sent again. */
export interface Repeatable {
  /** The caller's own key. */
  key: string;
  /** Method and path. */
  target: string;
  /** A digest of what was sent: the same key with another one is a mistake. */
  request: string;
}

/** A repeatable request as it arrives at an action; one request may run through several. */
export interface Asked extends Repeatable {
  action: string;
  by: UserPrincipal;
  /** For how long its caller waits. */
  timeoutMs: number;
}

/** The right to be the first answer; one call has it at a time. */
export interface Claim {
  id: string;
  owner: string;
}

/** An answer as it is kept: what was returned, or the error that was thrown. */
type Kept = { body: unknown } | { code: ErrorCode; status: number; detail: string; extras: ErrorExtras };

/** The same as stored bytes. */
export type PackedAnswer = Buffer;

interface ClaimRecord {
  _id: string;
  owner: string;
  request: string;
  state: 'running' | 'held' | 'done';
  /** Until when a running call has its claim. */
  until: Date;
  at: Date;
  answer: Buffer | null;
}

const DAY_SECONDS = 86_400;
/** A process that dies in a transaction leaves the claim locked until the database gives that up; nobody waits here for it. */
const LOCKED_MS = 1_000;
/** The answer to a change is kept up to here; a document may have 16 MB. */
const MOST_BYTES = 2_000_000;
/** What changed nothing but the log may be done again, and is kept only where it is small: exports would fill a disk. */
const MOST_BYTES_UNCHANGED = 64_000;

const schema = new Schema<ClaimRecord>(
  { _id: String, owner: String, request: String, state: String, until: Date, at: Date, answer: Buffer },
  { collection: 'first_answers', versionKey: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });

export class FirstAnswers {
  readonly #claims: Model<ClaimRecord>;

  constructor(connection: Connection) {
    this.#claims = connection.models.FirstAnswer ?? connection.model<ClaimRecord>('FirstAnswer', schema);
  }

  /**
   * Claims a request for one call, or finds the answer it had before.
   * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
   */
  async claim({ action, by, key, target, request, timeoutMs }: Asked): Promise<{ claim: Claim } | { first: Kept }> {
    const claim: Claim = { id: sha256Hex(JSON.stringify([action, credentialOf(by), target, key])), owner: randomUUID() };
    const now = new Date();
    const until = new Date(now.getTime() + timeoutMs);
    const fresh: ClaimRecord = { _id: claim.id, owner: claim.owner, request, state: 'running', until, at: now, answer: null };
    try {
      await this.#claims.insertMany([fresh]);
      return { claim };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const standing = await this.#claims.findById(claim.id).lean<ClaimRecord>();
    if (!standing) throw inProgress();
    const isOver = now.getTime() - standing.at.getTime() > DAY_SECONDS * 1000;
    if (!isOver) {
      if (standing.request !== request) throw reused();
      if (standing.state === 'done' && standing.answer) return { first: JSON.parse(unpackText(standing.answer)) };
      if (standing.state === 'held' || standing.until > now) throw inProgress();
    }
    if (!(await this.#takeOver(standing, fresh))) throw inProgress();
    return { claim };
  }

  /** False when somebody else was faster, or the old call is about to commit. */
  async #takeOver({ _id, owner, state }: ClaimRecord, { _id: _, ...fresh }: ClaimRecord): Promise<boolean> {
    try {
      const { matchedCount } = await this.#claims.updateOne({ _id, owner, state }, { $set: fresh }).maxTimeMS(LOCKED_MS);
      return matchedCount > 0;
    } catch (error) {
      if (isOutOfTime(error)) return false;
      throw error;
    }
  }

  /**
   * Keeps the answer, in the transaction of its change where there is one; null, one too large for that, leaves the request open.
   * @throws IDEMPOTENCY_IN_PROGRESS when the call was given up and somebody else runs the request: what it did must not be committed
   */
  async keep(session: ClientSession | null, { id, owner }: Claim, answer: PackedAnswer | null): Promise<void> {
    const options = session ? { session } : {};
    const own = { _id: id, owner };
    const isOwn = answer
      ? (await this.#claims.updateOne(own, { $set: { state: 'done', answer } }, options)).matchedCount > 0
      : (await this.#claims.deleteOne(own, options)).deletedCount > 0;
    if (!isOwn) throw inProgress();
  }

  /** In the transaction that writes a change whose second step is another service's: nobody may run the request again before it ended. */
  async hold(session: ClientSession, { id, owner }: Claim): Promise<void> {
    const { matchedCount } = await this.#claims.updateOne({ _id: id, owner }, { $set: { state: 'held' } }, { session });
    if (matchedCount === 0) throw inProgress();
  }

  /** The change was withdrawn: the call goes on, or the request may be sent again. */
  async release(session: ClientSession, { id, owner }: Claim): Promise<void> {
    await this.#claims.updateOne({ _id: id, owner, state: 'held' }, { $set: { state: 'running' } }, { session });
  }

  /** The call answered. What it changed has kept its answer already; one that changed nothing keeps it now. */
  async answered(claim: Claim, body: unknown): Promise<void> {
    const answer = packAnswer(body, MOST_BYTES_UNCHANGED);
    if (answer) await this.#claims.updateOne(running(claim), { $set: { state: 'done', answer } });
    else await this.#claims.deleteOne(running(claim));
  }

  /** The call ended in an error: one that would come again is its answer, any other leaves the request open (G22). */
  async failed(claim: Claim, error: unknown): Promise<void> {
    const { code, status, detail, extras } = readError(error);
    if (status >= 500 || NOT_KEPT.has(status) || code === 'IDEMPOTENCY_IN_PROGRESS') await this.#claims.deleteOne(running(claim));
    else {
      const answer = packText(textOf({ code, status, detail, extras }));
      await this.#claims.updateOne(running(claim), { $set: { state: 'done', answer } });
    }
  }
}

const running = ({ id, owner }: Claim) => ({ _id: id, owner, state: 'running' as const });
const NOT_KEPT = new Set([400, 401, 403, 429]);

/** An answer as `keep` takes it; null for one that is too large to be kept. */
export function packAnswer(body: unknown, most = MOST_BYTES): PackedAnswer | null {
  const packed = packText(textOf({ body }));
  return packed.length > most ? null : packed;
}

const textOf = (kept: Kept): string => JSON.stringify(kept);

/** Gives the first answer again. @throws the error it was */
export function giveAgain(first: Kept): unknown {
  if ('body' in first) return first.body;
  throw fail(first.code, first.detail, { ...first.extras, status: first.status });
}

/** The caller as it stands: whoever has left a company is not told any more what it was answered there. */
const credentialOf = ({ credential, user, company }: UserPrincipal): string =>
  `${credential.type === 'key' ? `key ${credential.id}` : `session of ${user.id}`} in ${company?.id ?? 'no company'}`;

const inProgress = (): Error =>
  fail('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still being worked on. Send it again in a moment.', {
    metadata: { retryAfter: 1 },
  });
const reused = (): Error =>
  fail(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was sent with another request. Send that request again, or choose a new key.',
  );

/** What a caller sent along, or null: it comes from outside the node, so its shape is looked at. */
export function readRepeatable(sent: unknown): Repeatable | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { key, target, request } = { key: null, target: null, request: null, ...sent };
  return typeof key === 'string' && typeof target === 'string' && typeof request === 'string' ? { key, target, request } : null;
}
