/** Views of companies, their members and invitations. */
import type { companyEndpoints } from '../../../shared/contracts/identity/companies.ts';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { UserRecord } from '../accounts/model.ts';
import type { CompanyRecord, InvitationRecord } from './model.ts';

type MemberView = Infer<(typeof companyEndpoints)['companies.members.add']['returns']>;

export const presentCompany = ({ _id, name }: CompanyRecord) => ({ id: _id, name });

export const presentMember = ({ _id, name, email }: UserRecord, role: CompanyRole): MemberView => ({
  user_id: _id,
  name,
  email,
  role,
  pending: false,
  invitation_id: null,
});

/** An invitation as a row of the member list. */
export const presentInvitation = ({
  _id,
  email,
  role,
}: Pick<InvitationRecord, '_id' | 'email' | 'role'>): MemberView => ({
  user_id: null,
  name: null,
  email,
  role,
  pending: true,
  invitation_id: _id,
});
