/** The error of a draft move that arrives after it was recorded as abandoned. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** The calling service has removed its records meanwhile. */
export const moveAbandonedError = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'The operation timed out and nothing was saved. Try again.');
