/**
 * Views of an account: for its owner, for whoever has verified its email or reset its password, for site
 * administrators, for other services, and its masked email for moderators.
 */
import type { administrationEndpoints } from '../../../shared/contracts/identity/administration.ts';
import type { accountView } from '../../../shared/contracts/identity/session.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { siteRolesOf } from './account-status.ts';
import type { UserRecord } from './model.ts';
import type { PersonFields } from './repository.ts';

/** The view of an account for its owner. */
export const presentAccount = (user: UserRecord): Infer<typeof accountView> => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
});

/** An account whose email is verified: ready to sign in, or waiting for approval. */
export const presentVerifiedAccount = ({ email, approved }: UserRecord) => ({
  email,
  waits_for: approved ? null : ('approval' as const),
});

type Person = { userId: number; displayName: string; email: string; company_id: number | null };

/** The view of an account for other services. */
export const presentPerson = (user: PersonFields): Person => ({
  userId: user._id,
  displayName: user.name,
  email: user.email,
  company_id: user.company_id,
});

const MASK = '***';

/**
 * An email with the first character of both parts and the last label of the domain: `a***@e***.org`. It
 * distinguishes people of one name and cannot be written to.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const end = dot > 0 ? domain.slice(dot) : '';
  return `${firstCharacter(email.slice(0, at))}${MASK}@${firstCharacter(domain)}${MASK}${end}`;
}

/** A whole character, also beyond the basic plane. */
const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? '';

type UserView = Infer<(typeof administrationEndpoints)['admin.users.update']['returns']>;

export const presentUser = (user: UserRecord): UserView => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
  approved: user.approved,
  suspended: user.suspended,
  contribution_barred: user.contribution_barred,
  site_roles: siteRolesOf(user),
  created_at: user.created_at.toISOString(),
});
