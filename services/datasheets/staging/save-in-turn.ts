/** Tries a save again over what the draft points to by now, as long as others keep being first. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../../shared/kernel/call.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import { locate, type OpenDatasheet } from '../access.ts';
import type { Turns } from './turns.ts';

/** Each lost round means that another writer won one, so this many rounds serve as many writers at once. */
export const MAX_ROUNDS = 24;

/** The answer of the first `attempt` that is not overtaken. @throws EDIT_CONFLICT `stale` when all of them are */
export async function untilWritten<T>(attempt: (round: number) => Promise<T | null>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // Writers of other processes fall out of step, instead of meeting again.
    if (round > 0) await pause(Math.random() * Math.min(5 * round, 50));
    const answer = await attempt(round);
    if (answer !== null) return answer;
  }
  throw fail('EDIT_CONFLICT', 'Too many others are saving here at the moment. Read again and retry.', {
    metadata: { reason: 'stale' },
  });
}

/** `untilWritten` for one datasheet, in its turn; its pointers are asked for anew wherever they may have moved. */
export function saveInTurn<T>(
  turns: Turns,
  open: OpenDatasheet,
  call: Call,
  attempt: (fresh: OpenDatasheet) => Promise<T | null>,
): Promise<T> {
  return turns.take(open.record._id, (waited) =>
    untilWritten(async (round) => {
      const fresh = round === 0 && !waited ? open : await locate(open.record, call);
      if (!fresh) throw notFound();
      return attempt(fresh);
    }),
  );
}
