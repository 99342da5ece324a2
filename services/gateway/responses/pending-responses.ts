/**
 * Answers while they wait to be read, in memory that is counted: by owner, and all together (hardening C2, API4, H35). Who asks on and
 * on and does not read is refused; the mirror of `requests/body-buffer.ts`.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { type BudgetOwner, budgetOwnerKey } from '../request-context.ts';

/** What may wait for one owner, in bytes: eight of the largest answers at once, which are about 8 MB. */
const MAX_BYTES_PER_OWNER = 64 * 1024 * 1024;
/** What may wait for all together: a quarter of the memory that a node of 1 GB has. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
/** What may wait for one owner however much waits for others: one of the largest answers, so that four who do not read shut nobody out. */
const GUARANTEED_BYTES_PER_OWNER = 8 * 1024 * 1024;

const pendingBytes = new MemoryBudget();

/**
 * Counts bytes of an answer from now until they have left.
 * @returns what ends that, once
 * @throws SERVICE_UNAVAILABLE when too much waits for its owner, or for all together
 */
export function reserveResponseBytes(budgetOwner: BudgetOwner, bytes: number): () => void {
  const owner = budgetOwnerKey(budgetOwner);
  assertWithinBudget(owner, bytes);
  pendingBytes.add(owner, bytes);
  let held = true;
  return () => {
    if (held) pendingBytes.add(owner, -bytes);
    held = false;
  };
}

/** For whom nothing more may wait, nothing is begun. @throws SERVICE_UNAVAILABLE */
export const assertResponseBudget = (budgetOwner: BudgetOwner): void => assertWithinBudget(budgetOwnerKey(budgetOwner), 1);

function assertWithinBudget(owner: string, bytes: number): void {
  const ofOwner = pendingBytes.usedBy(owner) + bytes;
  if (ofOwner <= MAX_BYTES_PER_OWNER && (ofOwner <= GUARANTEED_BYTES_PER_OWNER || pendingBytes.total + bytes <= MAX_TOTAL_BYTES))
    return;
  throw apiError('SERVICE_UNAVAILABLE', 'Too many unread responses. Read them before you send more requests.', {
    metadata: { retryAfter: 1 },
  });
}
