/**
 * Sentences of the notifications and mails about an invitation to a company or a project, and about a role given
 * there. Pure.
 */
import { quoteName } from './quoted-names.ts';

/** A company or project, by its name, with the role that is offered or given. */
interface OfferedRole {
  name: string;
  role: string;
}

/** The text to any email, the same with an account and without. @param expiresAt when it can no longer be accepted */
export const companyInvitationText = ({ name, role, expiresAt }: OfferedRole & { expiresAt: Date }): string =>
  `You are invited to ${quoteName('company', name)} as ${role}. With an account, accept or decline the invitation: GET /api/account/invitations lists it. Without one, you join when you register with this email. The invitation ends on ${expiresAt.toISOString().slice(0, 10)}.`;

/** The text to an email without an account. */
export const projectInvitationText = ({ name, role }: OfferedRole): string =>
  `You are invited to ${quoteName('project', name)} as ${role}. You will join it when you register with this email.`;

/** The text to an account. */
export const projectMembershipText = ({ name, role }: OfferedRole): string =>
  `You are now a member of ${quoteName('project', name)} as ${role}.`;
