/**
 * Records of companies, of invitations, and of invited emails, on which concurrent changes conflict.
 * Companies may share a name.
 */
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface CompanyRecord {
  _id: number;
  name: string;
  /** The name as searches compare it. */
  folded_name: string;
  created_by: number;
  created_at: Date;
  /**
   * Authoring seats, and projects that each member may lead; null or absent for the defaults of the site
   * (P19).
   */
  seat_limit?: number | null;
  slot_limit?: number | null;
  /**
   * Incremented by changes of membership, so that concurrent ones conflict and an administrator remains.
   */
  memberships_changed?: number;
}

/** An invitation for an email that has no account yet. */
export interface InvitationRecord {
  _id: string;
  company_id: number;
  email: string;
  role: CompanyRole;
  invited_at: Date;
}

/** An email that was invited or has joined a company. */
export interface InvitedEmailRecord {
  /** Normalised (X4). */
  _id: string;
  /** Incremented by changes of its invitations, so that inviting and registering it concurrently conflict. */
  invitations_changed: number;
}

export const companyCollection = defineCollection<CompanyRecord>('companies', [
  [{ name: 1, _id: 1 }],
  [{ folded_name: 1 }],
]);

/** The collection of invitations to emails that have no account yet. */
export const invitationCollection = defineCollection<InvitationRecord>('pending_members', [
  [{ company_id: 1, email: 1 }, { unique: true }],
  [{ email: 1, invited_at: 1 }],
]);

/** The collection of emails on which inviting and registering conflict. */
export const invitedEmailCollection = defineCollection<InvitedEmailRecord>('addresses');
