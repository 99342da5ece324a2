/**
 * Memory budgets: bytes reserved for request bodies and for unread responses, per owner and in total; beyond
 * them 503.
 */
import { apiError } from '../../shared/kernel/errors/errors.ts';

const MEGABYTE = 1024 * 1024;

/** Limits in bytes. */
interface BudgetLimits {
  perOwner: number;
  total: number;
  /** Available to each owner even when the total is used up. */
  guaranteedPerOwner: number;
  /** The sentence of a refusal. */
  refusal: string;
}

export class MemoryBudget {
  readonly #limits: BudgetLimits;
  readonly #usedByOwner = new Map<string, number>();
  #used = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /**
   * Reserves bytes until they are released.
   * @returns the release; calling it again does nothing
   * @throws SERVICE_UNAVAILABLE when the owner's share or the total is used up
   */
  reserve(owner: string, bytes: number): () => void {
    this.assertAvailable(owner, bytes);
    this.#add(owner, bytes);
    let isReserved = true;
    return () => {
      if (isReserved) this.#add(owner, -bytes);
      isReserved = false;
    };
  }

  /** Bytes that are reserved now. */
  get used(): number {
    return this.#used;
  }

  /** @throws SERVICE_UNAVAILABLE when `reserve` would be refused */
  assertAvailable(owner: string, bytes = 1): void {
    const { perOwner, total, guaranteedPerOwner, refusal } = this.#limits;
    const ownerBytes = (this.#usedByOwner.get(owner) ?? 0) + bytes;
    if (ownerBytes <= perOwner && (ownerBytes <= guaranteedPerOwner || this.#used + bytes <= total)) return;
    throw apiError('SERVICE_UNAVAILABLE', refusal, { metadata: { retryAfter: 1 } });
  }

  #add(owner: string, bytes: number): void {
    this.#used += bytes;
    const ownerBytes = (this.#usedByOwner.get(owner) ?? 0) + bytes;
    if (ownerBytes > 0) this.#usedByOwner.set(owner, ownerBytes);
    else this.#usedByOwner.delete(owner);
  }
}

/** The budgets of one web server. */
export interface MemoryBudgets {
  bodies: MemoryBudget;
  responses: MemoryBudget;
}

export const createMemoryBudgets = (): MemoryBudgets => ({
  // Several of the largest bodies, and always one of ordinary size, so that owners of stalled bodies cannot block
  // others.
  bodies: new MemoryBudget({
    perOwner: 64 * MEGABYTE,
    total: 512 * MEGABYTE,
    guaranteedPerOwner: MEGABYTE,
    refusal: 'Too much request data is in transit. Retry when your other requests have finished.',
  }),
  // The largest response is about 8 MB: eight of them per owner; one is always admitted, so that four clients
  // that do not read cannot block others. Both totals together are half of the memory that Kubernetes allows a gateway.
  responses: new MemoryBudget({
    perOwner: 64 * MEGABYTE,
    total: 256 * MEGABYTE,
    guaranteedPerOwner: 8 * MEGABYTE,
    refusal: 'Too many unread responses. Read them before you send more requests.',
  }),
});
