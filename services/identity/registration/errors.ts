/** The error of registering an email that has an account. */
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';

export const emailTakenError = (): Error =>
  apiErrorAt(
    'EMAIL_TAKEN',
    'email',
    'An account with this email already exists. Sign in, or register with another email.',
  );
