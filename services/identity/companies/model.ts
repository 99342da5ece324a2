/** Companies and invitations as they are stored. Two firms may have one name: the id tells them apart. */
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface CompanyRecord {
  _id: number;
  name: string;
  /** The name as a search compares it. */
  folded_name: string;
  created_by: number;
  created_at: Date;
  /** Authoring seats, and projects each of its people may lead; left out or null: those of the site (P19). */
  seat_limit?: number | null;
  slot_limit?: number | null;
  /** Counts changes of membership, so that two at once meet in one record and the last administrator is never lost. */
  memberships_changed?: number;
}

/** A member whose address has no account yet. */
export interface InvitationRecord {
  _id: string;
  company_id: number;
  email: string;
  role: CompanyRole;
  invited_at: Date;
}

/** An address that was invited or came into a company. */
export interface InvitedEmailRecord {
  /** In its one spelling (X4). */
  _id: string;
  /** Counts changes of its invitations, so that inviting it and registering it at once meet in one record. */
  invitations_changed: number;
}

/** The collection of companies. */
export const companyCollection = defineCollection<CompanyRecord>('companies', [[{ name: 1, _id: 1 }]]);

/** The collection of invitations to emails that have no account yet. */
export const invitationCollection = defineCollection<InvitationRecord>('pending_members', [
  [{ company_id: 1, email: 1 }, { unique: true }],
  [{ email: 1, invited_at: 1 }],
]);

/** The collection of emails on which inviting and registering conflict. */
export const invitedEmailCollection = defineCollection<InvitedEmailRecord>('addresses');
