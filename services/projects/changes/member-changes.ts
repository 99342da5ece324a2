/** Changes of members, invitations, seats and sponsorships, as the list of the changes of a project shows them. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectChange } from './model.ts';

type MemberChangeKind = 'member_added' | 'member_role_changed' | 'member_removed' | 'lead_changed';
type InvitationChangeKind =
  | 'invitation_sent'
  | 'invitation_changed'
  | 'invitation_withdrawn'
  | 'invitation_claimed';
type SponsorshipChangeKind = 'sponsorship_requested' | 'sponsorship_approved' | 'sponsorship_declined';

export const memberChange = (kind: MemberChangeKind, userId: number, by: Person): ProjectChange => ({
  kind,
  by,
  revision: null,
  subject: { type: 'member', id: userId },
});

/** The seat or trial of a member changed, which only that member is shown. */
export const seatChange = (userId: number, by: Person): ProjectChange => ({
  kind: 'seat_changed',
  by,
  revision: null,
  subject: { type: 'member', id: userId },
  person_id: userId,
});

export const invitationChange = (kind: InvitationChangeKind, id: string, by: Person): ProjectChange => ({
  kind,
  by,
  revision: null,
  subject: { type: 'invitation', id },
});

/** @param request shown to the person who asks and to the administrators of the owner company */
export const sponsorshipChange = (
  kind: SponsorshipChangeKind,
  request: { _id: number; user_id: number },
  by: Person,
): ProjectChange => ({
  kind,
  by,
  revision: null,
  subject: { type: 'sponsorship_request', id: request._id },
  person_id: request.user_id,
});
