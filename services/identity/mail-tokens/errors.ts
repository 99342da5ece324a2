/** The error of a mail token that is unknown, used, expired or for another purpose. */
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';

export const invalidTokenError = (): Error =>
  apiErrorAt(
    'INVALID_TOKEN',
    'token',
    'This token is invalid, already used, or expired. Request a new email.',
  );
