/**
 * Sentences of the notifications and mails about an invitation to a company or a project, and about a role
 * given there. Pure.
 */

/** A company or project with the role that is offered or given. */
interface OfferedRole {
  kind: 'company' | 'project';
  name: string;
  role: string;
}

/** To an email without an account. */
export const invitationText = ({ kind, name, role }: OfferedRole): string =>
  `You are invited to the ${kind} ${name} as ${role}. You will join it when you register with this email.`;

/** To an account. */
export const membershipText = ({ kind, name, role }: OfferedRole): string =>
  `You are now a member of the ${kind} ${name} as ${role}.`;
