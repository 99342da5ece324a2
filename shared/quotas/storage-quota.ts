/**
 * The check of a write against the storage quota of the owner of what it stores. What the owner stores is
 * asked of identity, which adds up what each service reports, and is kept for a minute with what was written here
 * since: other nodes and services may exceed a limit by what they write in that time. What calls of this service are
 * about to store counts from the check on, since it is in no report yet; near the limit it may count twice for a
 * moment.
 */
import { LRUCache } from 'lru-cache';
import type { quotaOwner, storageUse } from '../contracts/quotas.ts';
import type { Infer } from '../contracts/schema.ts';
import { apiError } from '../kernel/errors/errors.ts';
import { atEndOf } from '../kernel/service/call-end.ts';
import type { RequestContext } from '../kernel/service/request-context.ts';

export type QuotaOwner = Infer<typeof quotaOwner>;
type StorageUse = Infer<typeof storageUse>;

const KEPT_MS = 60_000;
/** How long writes are not checked after identity could not be asked. */
const UNKNOWN_MS = 5_000;
const UNKNOWN: StorageUse = { limit: null, used: 0 };

/** What the calls of an owner that have passed the check store. */
interface Writes {
  /** Bytes of calls that have not ended. */
  open: number;
  /** Bytes of calls that have ended, ever since. */
  ended: number;
  /** Calls and questions that need this record. */
  users: number;
}

export class StorageQuota {
  readonly #known = new LRUCache<string, StorageUse>({ max: 10_000, ttl: KEPT_MS });
  readonly #writes = new Map<string, Writes>();

  /**
   * Passes while `bytes` more may be stored; then counts them until the owner is asked for again.
   * @param owner null: nobody's, such as a global standard
   * @param bytes by which the stored data grow; what does not grow is never refused
   * @throws QUOTA_EXCEEDED
   */
  async assertWithinQuota(owner: QuotaOwner | null, bytes: number, ctx: RequestContext): Promise<void> {
    if (owner === null || bytes <= 0) return;
    const key = `${owner.type} ${owner.id}`;
    const known = this.#known.get(key);
    // Something may have been deleted since: nobody is refused by what was known before.
    const use = known && fits(known, bytes) ? known : await this.#ask(key, owner, ctx);
    if (!fits(use, bytes)) throw quotaExceeded(owner, use);
    use.used += bytes;
    this.#countUntilEnd(key, bytes, ctx);
  }

  async #ask(key: string, owner: QuotaOwner, ctx: RequestContext): Promise<StorageUse> {
    const writes = this.#useWrites(key);
    const endedBefore = writes.ended;
    const use = await ctx.call('identity.storageUse', { owner }).catch(() => null);
    // The report may be older than the latest stored files.
    const unreported = writes.open + writes.ended - endedBefore;
    this.#releaseWrites(key, writes);
    // Nobody is refused without a number: an unavailable service must not stop the others.
    const known = use ? { limit: use.limit, used: use.used + unreported } : { ...UNKNOWN };
    this.#known.set(key, known, { ttl: use === null ? UNKNOWN_MS : KEPT_MS });
    return known;
  }

  #countUntilEnd(key: string, bytes: number, ctx: RequestContext): void {
    const writes = this.#useWrites(key);
    writes.open += bytes;
    atEndOf(ctx, () => {
      writes.open -= bytes;
      writes.ended += bytes;
      this.#releaseWrites(key, writes);
    });
  }

  #useWrites(key: string): Writes {
    const writes = this.#writes.get(key) ?? { open: 0, ended: 0, users: 0 };
    this.#writes.set(key, writes);
    writes.users += 1;
    return writes;
  }

  #releaseWrites(key: string, writes: Writes): void {
    writes.users -= 1;
    if (writes.users === 0) this.#writes.delete(key);
  }
}

const fits = ({ limit, used }: StorageUse, bytes: number): boolean => limit === null || used + bytes <= limit;

/** @param use as it would be, or is, in bytes */
export const quotaExceeded = ({ type }: QuotaOwner, { limit, used }: StorageUse): Error =>
  apiError(
    'QUOTA_EXCEEDED',
    `${type === 'company' ? 'The company' : 'The account'} stores ${used} of ${limit} bytes. Delete what is not needed, or ask the operator of the service for more. Nothing was saved; reading, exporting and deleting go on.`,
    { metadata: { limit, used } },
  );
