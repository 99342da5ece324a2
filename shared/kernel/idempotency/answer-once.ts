/** Runs a request that may be sent again: once, however often it comes (decisions G12, G22). */
import type { Call } from '../call.ts';
import { type Asked, type FirstAnswers, giveAgain } from './first-answers.ts';

interface Request {
  answers: FirstAnswers;
  asked: Asked;
  call: Call;
  work: () => Promise<unknown>;
  /** @throws when the caller may not know of the resource any more */
  mayKnow: () => Promise<unknown>;
}

/**
 * The answer of the first call that came to an end.
 * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, and what `work` throws or threw the first time
 */
export async function answerOnce({ answers, asked, call, work, mayKnow }: Request): Promise<unknown> {
  const claimed = await answers.claim(asked);
  if ('first' in claimed) {
    if ('body' in claimed.first) await mayKnow();
    return giveAgain(claimed.first);
  }
  const { claim } = claimed;
  call.claim = claim;
  try {
    const answer = await work();
    await answers.answered(claim, answer);
    return answer;
  } catch (error) {
    await answers.failed(claim, error);
    throw error;
  }
}
