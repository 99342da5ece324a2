/** Views of companies, their members and invitations. */
import type { companyEndpoints } from '../../../shared/contracts/identity/companies.ts';
import type { invitationEndpoints } from '../../../shared/contracts/identity/invitations.ts';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { UserRecord } from '../accounts/model.ts';
import { endOfInvitation } from './invitations.ts';
import type { CompanyRecord, InvitationRecord } from './model.ts';

type MemberView = Infer<(typeof companyEndpoints)['companies.members.update']['returns']>;
type InviteeView = Infer<(typeof companyEndpoints)['companies.members.add']['returns']>;
type OwnInvitationView = Infer<
  (typeof invitationEndpoints)['account.invitations.list']['returns']
>['invitations'][number];

export const presentCompany = ({ _id, name }: CompanyRecord) => ({ id: _id, name });

/** A member as the answer to an invitation that changed its role. */
export const presentAddedMember = ({ email }: UserRecord, role: CompanyRole): InviteeView => ({
  email,
  role,
  pending: false,
  invitation_id: null,
  expires_at: null,
});

export const presentMember = (user: UserRecord, role: CompanyRole): MemberView => ({
  user_id: user._id,
  name: user.name,
  ...presentAddedMember(user, role),
});

/** An invitation for its company: the same whoever has the email. */
export const presentInvitation = (invitation: InvitationRecord): InviteeView => ({
  email: invitation.email,
  role: invitation.role,
  pending: true,
  invitation_id: invitation._id,
  expires_at: endOfInvitation(invitation).toISOString(),
});

/** An invitation as a row of the member list. */
export const presentPendingMember = (invitation: InvitationRecord): MemberView => ({
  user_id: null,
  name: null,
  ...presentInvitation(invitation),
});

/** An invitation for the account that is invited. */
export const presentOwnInvitation = (
  invitation: InvitationRecord,
  company: CompanyRecord,
): OwnInvitationView => ({
  id: invitation._id,
  company: presentCompany(company),
  role: invitation.role,
  invited_at: invitation.invited_at.toISOString(),
  expires_at: endOfInvitation(invitation).toISOString(),
});
