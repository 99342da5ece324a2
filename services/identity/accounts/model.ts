/**
 * Records of accounts, and the data of a registration that waits for verification. Membership is part of the
 * account, which has one company or none.
 */
import type { CompanyRole, SiteRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

/** The newest agreement an account has accepted; `acceptances` has all of them. */
export interface Acceptance {
  agreement_id: number;
  version: number;
  accepted_at: Date;
}

/** Roles that administrators assign. SiteContributor is derived at each call instead. */
export type AssignedSiteRole = Exclude<SiteRole, 'SiteContributor'>;

export interface UserRecord {
  _id: number;
  /** Normalised. */
  email: string;
  /** With the domain in Unicode, as searches compare it; only where it differs. */
  unicode_email?: string;
  name: string;
  /** The name as searches compare it. */
  folded_name: string;
  password_hash: string;
  email_verified: boolean;
  approved: boolean;
  suspended: boolean;
  contribution_barred: boolean;
  site_roles: AssignedSiteRole[];
  company_id: number | null;
  company_role: CompanyRole | null;
  acceptance: Acceptance | null;
  /** Number of keys that are not revoked, kept here so that the limit holds for concurrent requests. */
  live_keys: number;
  created_at: Date;
  /** Raised to end all sessions: a session of an earlier epoch is over, also one opened concurrently. */
  session_epoch: number;
}

/** The data of a registration, applied once its email is verified with the mail of this registration. */
export interface PendingRegistration {
  name: string;
  password_hash: string;
  company_name: string | null;
}

/** The names in their order, with what decides whether an account may sign in. */
export const NAME_INDEX = { folded_name: 1, _id: 1, approved: 1, suspended: 1, email_verified: 1 } as const;

export const userCollection = defineCollection<UserRecord>('users', [
  [{ email: 1 }, { unique: true }],
  [{ unicode_email: 1 }, { sparse: true }],
  [{ company_id: 1, _id: 1 }],
  [{ site_roles: 1 }],
  // The lists of administrators: the waiting, the suspended, a part of a name.
  [{ approved: 1, _id: 1 }],
  [{ suspended: 1, _id: 1 }],
  [NAME_INDEX],
]);
