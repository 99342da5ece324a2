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
import type { ClientSession, Connection } from 'mongoose';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import { sha256 } from '../../hash.ts';
import type { UserPrincipal } from '../auth/principal.ts';
import { compressText, decompressText } from '../database/compressed-text.ts';
import { isDuplicateKey, isTimeLimitExceeded } from '../database/mongo.ts';
import { defineCollection, Records } from '../database/records.ts';
import { apiError, type ErrorExtras, toErrorInfo } from '../errors/errors.ts';

/** What a caller sends along so that a request may be sent again. */
export interface IdempotencyKey {
  /** The caller's own key. */
  key: string;
  /** Method and path. */
  target: string;
  /** A digest of what was sent: the same key with another one is a mistake. */
  request: string;
}

/** A repeatable request as it arrives at an action; one request may run through several. */
export interface IdempotentRequest extends IdempotencyKey {
  action: string;
  by: UserPrincipal;
  /** For how long its caller waits. */
  timeoutMs: number;
}

/** The right to be the first answer; one call has it at a time. */
export interface IdempotencyLock {
  id: string;
  owner: string;
}

/** An answer as it is kept: what was returned, or the error that was thrown. */
type StoredResult = { body: unknown } | { code: ErrorCode; status: number; detail: string; extras: ErrorExtras };

/** The same as stored bytes. */
export type CompressedResult = Buffer;

interface IdempotencyRecord {
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
const TAKEOVER_TIMEOUT_MS = 1_000;
/** The answer to a change is kept up to here; a document may have 16 MB. */
const MAX_RESULT_BYTES = 2_000_000;
/** What changed nothing but the log may be done again, and is kept only where it is small: exports would fill a disk. */
const MAX_UNCHANGED_RESULT_BYTES = 64_000;

const resultCollection = defineCollection<IdempotencyRecord>('first_answers', [[{ at: 1 }, { expireAfterSeconds: DAY_SECONDS }]]);

export class IdempotencyStore extends Records<IdempotencyRecord> {
  constructor(connection: Connection) {
    super(resultCollection(connection));
  }

  /**
   * Claims a request for one call, or finds the answer it had before.
   * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
   */
  async acquire({
    action,
    by,
    key,
    target,
    request,
    timeoutMs,
  }: IdempotentRequest): Promise<{ claim: IdempotencyLock } | { first: StoredResult }> {
    const claim: IdempotencyLock = {
      id: sha256(JSON.stringify([action, credentialScope(by), target, key])),
      owner: randomUUID(),
    };
    const now = new Date();
    const until = new Date(now.getTime() + timeoutMs);
    const fresh: IdempotencyRecord = {
      _id: claim.id,
      owner: claim.owner,
      request,
      state: 'running',
      until,
      at: now,
      answer: null,
    };
    try {
      await this.insert(null, fresh);
      return { claim };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const standing = await this.findById(claim.id);
    if (!standing) throw inProgressError();
    const isOver = now.getTime() - standing.at.getTime() > DAY_SECONDS * 1000;
    if (!isOver) {
      if (standing.request !== request) throw keyReusedError();
      if (standing.state === 'done' && standing.answer) return { first: JSON.parse(decompressText(standing.answer)) };
      if (standing.state === 'held' || standing.until > now) throw inProgressError();
    }
    if (!(await this.#takeOver(standing, fresh))) throw inProgressError();
    return { claim };
  }

  /** False when somebody else was faster, or the old call is about to commit. */
  async #takeOver({ _id, owner, state }: IdempotencyRecord, { _id: _, ...fresh }: IdempotencyRecord): Promise<boolean> {
    try {
      const { matchedCount } = await this.model.updateOne({ _id, owner, state }, { $set: fresh }).maxTimeMS(TAKEOVER_TIMEOUT_MS);
      return matchedCount > 0;
    } catch (error) {
      if (isTimeLimitExceeded(error)) return false;
      throw error;
    }
  }

  /**
   * Keeps the answer, in the transaction of its change where there is one; null, one too large for that, leaves the request open.
   * @throws IDEMPOTENCY_IN_PROGRESS when the call was given up and somebody else runs the request: what it did must not be committed
   */
  async complete(session: ClientSession | null, { id, owner }: IdempotencyLock, answer: CompressedResult | null): Promise<void> {
    const options = session ? { session } : {};
    const own = { _id: id, owner };
    const isOwn = answer
      ? (await this.model.updateOne(own, { $set: { state: 'done', answer } }, options)).matchedCount > 0
      : (await this.model.deleteOne(own, options)).deletedCount > 0;
    if (!isOwn) throw inProgressError();
  }

  /** In the transaction that writes a change whose second step is another service's: nobody may run the request again before it ended. */
  async suspend(session: ClientSession, { id, owner }: IdempotencyLock): Promise<void> {
    const { matchedCount } = await this.model.updateOne({ _id: id, owner }, { $set: { state: 'held' } }, { session });
    if (matchedCount === 0) throw inProgressError();
  }

  /** The change was withdrawn: the call goes on, or the request may be sent again. */
  async resume(session: ClientSession, { id, owner }: IdempotencyLock): Promise<void> {
    await this.model.updateOne({ _id: id, owner, state: 'held' }, { $set: { state: 'running' } }, { session });
  }

  /** The call answered. What it changed has kept its answer already; one that changed nothing keeps it now. */
  async recordResult(claim: IdempotencyLock, body: unknown): Promise<void> {
    const answer = compressResult(body, MAX_UNCHANGED_RESULT_BYTES);
    if (answer) await this.model.updateOne(runningFilter(claim), { $set: { state: 'done', answer } });
    else await this.model.deleteOne(runningFilter(claim));
  }

  /** The call ended in an error: one that would come again is its answer, any other leaves the request open (G22). */
  async recordError(claim: IdempotencyLock, error: unknown): Promise<void> {
    const { code, status, detail, extras } = toErrorInfo(error);
    if (status >= 500 || UNSTORED_STATUSES.has(status) || code === 'IDEMPOTENCY_IN_PROGRESS')
      await this.model.deleteOne(runningFilter(claim));
    else {
      const answer = compressText(serialiseResult({ code, status, detail, extras }));
      await this.model.updateOne(runningFilter(claim), { $set: { state: 'done', answer } });
    }
  }
}

const runningFilter = ({ id, owner }: IdempotencyLock) => ({ _id: id, owner, state: 'running' as const });
const UNSTORED_STATUSES = new Set([400, 401, 403, 429]);

/** An answer as `keep` takes it; null for one that is too large to be kept. */
export function compressResult(body: unknown, most = MAX_RESULT_BYTES): CompressedResult | null {
  const packed = compressText(serialiseResult({ body }));
  return packed.length > most ? null : packed;
}

const serialiseResult = (kept: StoredResult): string => JSON.stringify(kept);

/** Gives the first answer again. @throws the error it was */
export function replay(first: StoredResult): unknown {
  if ('body' in first) return first.body;
  throw apiError(first.code, first.detail, { ...first.extras, status: first.status });
}

/** The caller as it stands: whoever has left a company is not told any more what it was answered there. */
const credentialScope = ({ credential, user, company }: UserPrincipal): string =>
  `${credential.type === 'key' ? `key ${credential.id}` : `session of ${user.id}`} in ${company?.id ?? 'no company'}`;

const inProgressError = (): Error =>
  apiError('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still in progress. Try again in a moment.', {
    metadata: { retryAfter: 1 },
  });
const keyReusedError = (): Error =>
  apiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was already used with a different request. Repeat that request or use a new key.',
  );

/** What a caller sent along, or null: it comes from outside the node, so its shape is looked at. */
export function parseIdempotencyKey(sent: unknown): IdempotencyKey | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { key, target, request } = { key: null, target: null, request: null, ...sent };
  return typeof key === 'string' && typeof target === 'string' && typeof request === 'string' ? { key, target, request } : null;
}
