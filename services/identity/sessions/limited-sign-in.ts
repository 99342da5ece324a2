/**
 * Verifies a password within the limits of failed sign-ins (`sign-in-limits.ts`), and records refused attempts. For
 * signing in, and for the current password when it is changed.
 */
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { RefusalAction, RefusalLog } from '../refusals/refusal-log.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts';

/** Whose password it is, for the audit entry. */
interface Concerned {
  /** Null where there is no such account. */
  userId: number | null;
  /** Why it failed. */
  reason: string;
  ctx: Pick<RequestContext, 'principal' | 'requestId'>;
}

export class LimitedSignIn {
  readonly #limits: SignInLimits;
  readonly #refusals: RefusalLog;

  constructor(limits: SignInLimits, refusals: RefusalLog) {
    this.#limits = limits;
    this.#refusals = refusals;
  }

  /** Whether the password matches. @throws RATE_LIMITED with the seconds to wait when a limit is reached */
  async verify(
    attempt: SignInAttempt,
    concerned: Concerned,
    matches: () => Promise<boolean>,
  ): Promise<boolean> {
    try {
      await this.#limits.assertAllowed(attempt);
      if (!(await matches())) {
        this.fail(attempt, concerned);
        await this.#limits.countFailure(attempt);
        return false;
      }
      // Concurrent guesses may have reached the limit since; then a right one must not be confirmed.
      await this.#limits.assertAllowed(attempt);
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'RATE_LIMITED')) this.#note('account.sign_in_limited', attempt, concerned);
      throw error;
    }
  }

  /** Notes a sign-in that failed, for a wrong password or another reason. */
  fail(attempt: SignInAttempt, concerned: Concerned): void {
    this.#note('account.sign_in_failed', attempt, concerned);
  }

  #note(action: RefusalAction, { network }: SignInAttempt, { userId, reason, ctx }: Concerned): void {
    const { principal, requestId } = ctx;
    const details: Record<string, string> = action === 'account.sign_in_failed' ? { reason } : {};
    this.#refusals.note({
      action,
      userId,
      channel: principal.channel,
      keyId: null,
      requestId,
      network,
      details,
    });
  }
}
