/** Records and collections of companies, which may share a name, and of invitations to them. */
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
   * Authoring seats, and projects that each member may lead; null or absent for the defaults of the site.
   */
  seat_limit?: number | null;
  slot_limit?: number | null;
  /**
   * Incremented by changes of membership, so that concurrent ones conflict and an administrator remains.
   */
  memberships_changed?: number;
}

/** An invitation of an email, with or without an account, that has not been answered. */
export interface InvitationRecord {
  /** UUID. */
  _id: string;
  company_id: number;
  /** Normalised. */
  email: string;
  role: CompanyRole;
  /** The member who sent it last; null for one from before inviters were recorded. */
  invited_by?: number | null;
  invited_at: Date;
  /** Absent where a node of the release before has written it during an upgrade. */
  expires_at?: Date;
}

export const companyCollection = defineCollection<CompanyRecord>('companies', [
  [{ name: 1, _id: 1 }],
  [{ folded_name: 1 }],
]);

/** The collection of invitations that wait for an answer. */
export const invitationCollection = defineCollection<InvitationRecord>('pending_members', [
  [{ company_id: 1, email: 1 }, { unique: true }],
  [{ email: 1, invited_at: 1 }],
  [{ company_id: 1, invited_by: 1, email: 1 }],
  [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
]);
