/** The error of a draft move that came too late. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** The calling service was given up meanwhile, and its records are removed. */
export const moveAbandonedError = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'The operation timed out and nothing was saved. Try again.');
