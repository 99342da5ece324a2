/**
 * Store of `Idempotency-Key` results: the result of a request, or an error that would be the same again, is kept for
 * a day and replayed when the same credential repeats the request. The result of a change is stored in its
 * transaction; one that is too large is not stored.
 *
 * A record is `running` while a call has its lock; when the lock expires, the next call takes it over and the old one
 * can no longer commit. It is `suspended` while a change waits for its second step in another service, which only the
 * recovery of that change ends; `done` once there is a result.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { IdempotencyKey } from '../../contracts/idempotency-key.ts';
import { sha256 } from '../../hash.ts';
import type { UserPrincipal } from '../auth/principal.ts';
import { compressText, decompressText } from '../database/compressed-text.ts';
import { isDuplicateKey, isTimeLimitExceeded } from '../database/mongo.ts';
import { defineCollection, Records } from '../database/records.ts';
import { apiError, type ErrorExtras, toErrorInfo } from '../errors/errors.ts';

/** A request with a key at one action; the same request may run through several actions. */
export interface IdempotentRequest extends IdempotencyKey {
  action: string;
  by: UserPrincipal;
  timeoutMs: number;
}

/** The right to store the result of a request; one call has it at a time. */
export interface IdempotencyLock {
  id: string;
  owner: string;
}

/** A stored result: what was returned, or the error that was thrown. */
type StoredResult =
  | { body: unknown }
  | { code: ErrorCode; status: number; detail: string; extras: ErrorExtras };

/** The lock of a request, its stored result, or the error for an account that has changed its company since. */
type Acquired = { lock: IdempotencyLock } | { stored: StoredResult } | { refused: Error };

/** A stored result as bytes. */
export type CompressedResult = Buffer;

interface IdempotencyRecord {
  _id: string;
  owner: string;
  request: string;
  state: 'running' | 'suspended' | 'done';
  /** When the lock of a running call expires. */
  until: Date;
  /** Start of the day for which the record is kept; null while suspended, so that it does not expire. */
  at: Date | null;
  /** The company of the account; after a change of company its results are not replayed. */
  company_id: number | null;
  result: CompressedResult | null;
}

const DAY_SECONDS = 86_400;
/**
 * A process that dies in a transaction leaves its record write-locked until the database aborts that; no call
 * waits for it here.
 */
const TAKEOVER_TIMEOUT_MS = 1_000;
/** Larger results of changes are not stored; a document may have 16 MB. */
const MAX_RESULT_BYTES = 2_000_000;
/**
 * Larger results of calls that changed nothing are not stored: they may run again, and exports would fill a
 * disk.
 */
const MAX_UNCHANGED_RESULT_BYTES = 64_000;

const resultCollection = defineCollection<IdempotencyRecord>('idempotency_results', [
  [{ at: 1 }, { expireAfterSeconds: DAY_SECONDS }],
]);

export class IdempotencyStore extends Records<IdempotencyRecord> {
  constructor(connection: Connection) {
    super(resultCollection(connection));
  }

  /**
   * Locks a request for one call, or finds its stored result.
   * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
   */
  async acquire(sent: IdempotentRequest): Promise<Acquired> {
    const { action, by, key, target, request, timeoutMs } = sent;
    const lock = {
      id: sha256(JSON.stringify([action, credentialScope(by), target, key])),
      owner: randomUUID(),
    };
    const now = new Date();
    const until = new Date(now.getTime() + timeoutMs);
    const fresh = {
      owner: lock.owner,
      request,
      state: 'running' as const,
      until,
      at: now,
      company_id: by.company?.id ?? null,
      result: null,
    };
    try {
      await this.insert(null, { _id: lock.id, ...fresh });
      return { lock };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const record = await this.findById(lock.id);
    if (!record) throw inProgressError();
    const isExpired = record.at !== null && now.getTime() - record.at.getTime() > DAY_SECONDS * 1000;
    if (!isExpired) {
      if (record.request !== request) throw keyReusedError();
      if (record.company_id !== null && record.company_id !== fresh.company_id)
        return { refused: companyChangedError() };
      if (record.state === 'done' && record.result)
        return { stored: JSON.parse(decompressText(record.result)) };
      if (record.state === 'suspended' || record.until > now) throw inProgressError();
    }
    if (!(await this.#takeOver(record, fresh))) throw inProgressError();
    return { lock };
  }

  /** False when another call was faster, or the old one is about to commit. */
  async #takeOver(
    { _id, owner, state }: IdempotencyRecord,
    fresh: Omit<IdempotencyRecord, '_id'>,
  ): Promise<boolean> {
    try {
      const { matchedCount } = await this.model
        .updateOne({ _id, owner, state }, { $set: fresh })
        .maxTimeMS(TAKEOVER_TIMEOUT_MS);
      return matchedCount > 0;
    } catch (error) {
      if (isTimeLimitExceeded(error)) return false;
      throw error;
    }
  }

  /**
   * Stores the result, in the transaction of its change where there is one; null, for a result too large,
   * leaves the request open.
   * @throws IDEMPOTENCY_IN_PROGRESS when another call has taken the request over: the change must not be
   * committed
   */
  async complete(
    session: ClientSession | null,
    { id, owner }: IdempotencyLock,
    result: CompressedResult | null,
  ): Promise<void> {
    const options = session ? { session } : {};
    const own = { _id: id, owner };
    const isOwn = result
      ? (await this.collection.updateOne(own, { $set: { state: 'done', at: new Date(), result } }, options))
          .matchedCount > 0
      : (await this.collection.deleteOne(own, options)).deletedCount > 0;
    if (!isOwn) throw inProgressError();
  }

  /**
   * In the transaction of a change whose second step is in another service: no call may run the request again
   * before that has ended.
   */
  async suspend(session: ClientSession, { id, owner }: IdempotencyLock): Promise<void> {
    const { matchedCount } = await this.collection.updateOne(
      { _id: id, owner },
      { $set: { state: 'suspended', at: null } },
      { session },
    );
    if (matchedCount === 0) throw inProgressError();
  }

  /** The change was withdrawn after its call had ended: the request may be sent again. */
  async release(session: ClientSession, { id, owner }: IdempotencyLock): Promise<void> {
    await this.model.deleteOne({ _id: id, owner, state: 'suspended' }, { session });
  }

  /** The call has withdrawn the change, and goes on. */
  async resume(session: ClientSession, { id, owner }: IdempotencyLock): Promise<void> {
    await this.model.updateOne(
      { _id: id, owner, state: 'suspended' },
      { $set: { state: 'running', at: new Date() } },
      { session },
    );
  }

  /** Stores the result of a call that changed nothing; a change has stored its own. */
  recordResult(lock: IdempotencyLock, body: unknown): Promise<void> {
    return this.#close(lock, compressResult(body, MAX_UNCHANGED_RESULT_BYTES));
  }

  /** Stores an error that would be the same again; any other leaves the request open. */
  recordError(lock: IdempotencyLock, error: unknown): Promise<void> {
    const { code, status, detail, extras } = toErrorInfo(error);
    const isTransient = status >= 500 || UNSTORED_STATUSES.has(status) || code === 'IDEMPOTENCY_IN_PROGRESS';
    return this.#close(
      lock,
      isTransient ? null : compressText(serialiseResult({ code, status, detail, extras })),
    );
  }

  /** Ends a running request; without a result it may be sent again. */
  async #close({ id, owner }: IdempotencyLock, result: CompressedResult | null): Promise<void> {
    const own = { _id: id, owner, state: 'running' as const };
    if (result) await this.collection.updateOne(own, { $set: { state: 'done', result } });
    else await this.collection.deleteOne(own);
  }
}

const UNSTORED_STATUSES = new Set([400, 401, 403, 429]);

/** A result as `complete` takes it; null for one that is too large. */
export function compressResult(body: unknown, maxBytes = MAX_RESULT_BYTES): CompressedResult | null {
  const bytes = compressText(serialiseResult({ body }));
  return bytes.length > maxBytes ? null : bytes;
}

const serialiseResult = (result: StoredResult): string => JSON.stringify(result);

/** Returns a stored result. @throws the stored error */
export function replay(stored: StoredResult): unknown {
  if ('body' in stored) return stored.body;
  throw apiError(stored.code, stored.detail, { ...stored.extras, status: stored.status, replayed: true });
}

const credentialScope = ({ credential, user }: UserPrincipal): string =>
  credential.type === 'key' ? `key ${credential.id}` : `session of ${user.id}`;

const inProgressError = (): Error =>
  apiError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is still in progress. Try again in a moment.',
    {
      metadata: { retryAfter: 1 },
    },
  );
const keyReusedError = (): Error =>
  apiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was already used with a different request. Repeat that request or use a new key.',
  );

const companyChangedError = (): Error =>
  apiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used before the account changed its company. Use a new key.',
  );

/** The key in the meta of a call, or null. It comes from outside the node, so its shape is checked. */
export function parseIdempotencyKey(sent: unknown): IdempotencyKey | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { key, target, request } = { key: null, target: null, request: null, ...sent };
  return typeof key === 'string' && typeof target === 'string' && typeof request === 'string'
    ? { key, target, request }
    : null;
}
