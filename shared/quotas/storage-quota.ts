/**
 * The check of a write against the storage quota of the owner of what it stores (decision Y8). What the owner stores is
 * asked of identity, which adds up what each service reports, and is kept for a minute with what was written here since: other
 * nodes may exceed a limit by what they write in that time.
 */
import { LRUCache } from 'lru-cache';
import type { quotaOwner, storageUse } from '../contracts/quotas.ts';
import type { Infer } from '../contracts/schema.ts';
import { apiError } from '../kernel/errors/errors.ts';
import type { Call } from '../kernel/service/call.ts';

export type QuotaOwner = Infer<typeof quotaOwner>;
type StorageUse = Infer<typeof storageUse>;

const KEPT_MS = 60_000;
/** How long writes are not checked after identity could not be asked. */
const UNKNOWN_MS = 5_000;
const UNKNOWN: StorageUse = { limit: null, used: 0 };

export class StorageQuota {
  readonly #known = new LRUCache<string, StorageUse>({ max: 10_000, ttl: KEPT_MS });

  /**
   * Passes while `bytes` more may be stored; then counts them until the owner is asked for again.
   * @param owner null: nobody's, such as a global standard
   * @param bytes by which the stored data grow; what does not grow is never refused
   * @throws QUOTA_EXCEEDED
   */
  async assertRoom(owner: QuotaOwner | null, bytes: number, call: Call): Promise<void> {
    if (owner === null || bytes <= 0) return;
    const key = `${owner.type} ${owner.id}`;
    const known = this.#known.get(key);
    // Something may have been deleted since: nobody is refused by what was known before.
    const use = known && fits(known, bytes) ? known : await this.#ask(key, owner, call);
    if (!fits(use, bytes)) throw quotaExceeded(owner, use);
    use.used += bytes;
  }

  async #ask(key: string, owner: QuotaOwner, call: Call): Promise<StorageUse> {
    const use = await call.call('identity.storageUse', { owner }).catch(() => null);
    // Whoever may write writes: a service that is away must not stop the others.
    const known = use ?? { ...UNKNOWN };
    this.#known.set(key, known, { ttl: use === null ? UNKNOWN_MS : KEPT_MS });
    return known;
  }
}

const fits = ({ limit, used }: StorageUse, bytes: number): boolean => limit === null || used + bytes <= limit;

const quotaExceeded = ({ type }: QuotaOwner, { limit, used }: StorageUse): Error =>
  apiError(
    'QUOTA_EXCEEDED',
    `${type === 'company' ? 'The company' : 'The account'} stores ${used} of ${limit} bytes. Delete what is not needed, or ask the operator of the service for more. Nothing was saved; reading, exporting and deleting go on.`,
    { metadata: { limit, used } },
  );
