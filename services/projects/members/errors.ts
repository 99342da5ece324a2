/** Errors of members, seats, slots and sponsorship requests. */
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';

export const leadRoleFixed = (): Error =>
  apiError(
    'LEAD_ROLE_FIXED',
    'This person leads the project. Appoint another lead with POST /api/projects/:id/lead first.',
  );

/** Equal for a member of another company and for an account that does not exist. */
export const notACompanyMember = (): Error =>
  apiErrorAt(
    'NOT_A_COMPANY_MEMBER',
    'userId',
    'The lead must be a member of the company that owns the project. GET /api/companies/:id/members lists them.',
  );

export const seatLimitReached = (limit: number): Error =>
  apiError(
    'SEAT_LIMIT_REACHED',
    `All ${limit} seats of the company are in use. Remove an authoring role, or ask a site administrator for more seats.`,
    { metadata: { seat_limit: limit } },
  );

export const slotLimitReached = (limit: number): Error =>
  apiError(
    'SLOT_LIMIT_REACHED',
    `This person leads ${limit} projects of the company already, which is the limit. Appoint somebody else.`,
    { metadata: { slot_limit: limit } },
  );

export const sponsorshipPending = (): Error =>
  apiError(
    'SPONSORSHIP_PENDING',
    'Your request is pending. The administrators of the company that owns the project decide it.',
  );

export const sponsorshipDecided = (): Error =>
  apiError('SPONSORSHIP_DECIDED', 'This request is approved or declined already.');
