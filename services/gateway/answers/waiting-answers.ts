/**
 * Answers while they wait to be read, in memory that is counted: by owner, and all together (hardening C2, API4, H35). Who asks on and
 * on and does not read is refused; the mirror of `requests/received-body.ts`.
 */
import { fail } from '../../../shared/kernel/errors.ts';
import { type Owned, shareOf } from '../exchange.ts';
import { HeldBytes } from '../held-bytes.ts';

/** What may wait for one owner, in bytes: eight of the largest answers at once, which are about 8 MB. */
const MOST_OF_ONE = 64 * 1024 * 1024;
/** What may wait for all together: a quarter of the memory that a node of 1 GB has. */
const MOST_OF_ALL = 256 * 1024 * 1024;
/** What may wait for one owner however much waits for others: one of the largest answers, so that four who do not read shut nobody out. */
const SPARED = 8 * 1024 * 1024;

const waiting = new HeldBytes();

/**
 * Counts bytes of an answer from now until they have left.
 * @returns what ends that, once
 * @throws SERVICE_UNAVAILABLE when too much waits for its owner, or for all together
 */
export function holdAnswer(exchange: Owned, bytes: number): () => void {
  const owner = shareOf(exchange);
  refuseBeyond(owner, bytes);
  waiting.add(owner, bytes);
  let held = true;
  return () => {
    if (held) waiting.add(owner, -bytes);
    held = false;
  };
}

/** For whom nothing more may wait, nothing is begun. @throws SERVICE_UNAVAILABLE */
export const checkRoom = (exchange: Owned): void => refuseBeyond(shareOf(exchange), 1);

function refuseBeyond(owner: string, bytes: number): void {
  const ofOwner = waiting.of(owner) + bytes;
  if (ofOwner <= MOST_OF_ONE && (ofOwner <= SPARED || waiting.all + bytes <= MOST_OF_ALL)) return;
  throw fail('SERVICE_UNAVAILABLE', 'Too much of what was asked for waits to be read. Read those answers, then ask again.', {
    metadata: { retryAfter: 1 },
  });
}
