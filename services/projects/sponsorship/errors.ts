/** Errors of sponsorship requests. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

export const sponsorshipPending = (): Error =>
  apiError(
    'SPONSORSHIP_PENDING',
    'Your request is pending. The administrators of the company that owns the project decide it.',
  );

export const sponsorshipDecided = (): Error =>
  apiError('SPONSORSHIP_DECIDED', 'This request is approved or declined already.');
