/** Errors of sponsorship requests. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

export const sponsorshipNotNeeded = (): Error =>
  apiError(
    'SPONSORSHIP_NOT_NEEDED',
    'Sponsorship is for people outside the company that owns the project who have no authoring role on it.',
  );

export const sponsorshipPending = (): Error =>
  apiError(
    'SPONSORSHIP_PENDING',
    'Your request is pending. The administrators of the company that owns the project decide it.',
  );

export const sponsorshipDecided = (): Error =>
  apiError('SPONSORSHIP_DECIDED', 'This request is approved or declined already.');
