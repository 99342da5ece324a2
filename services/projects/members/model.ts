/**
 * Records and collections of pending invitations and of sponsorship requests, with the view of a request. Members are
 * in `../access/model.ts`.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { seatEndpoints } from '../../../shared/contracts/projects/seats.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

/** The roles that an invitation gives; the lead is appointed. */
export type GrantedRole = Exclude<ProjectRole, 'ProjectOwner'>;

/** An invitation for an email that no account has verified yet. */
export interface InvitationRecord {
  _id: string;
  project_id: number;
  /** Normalised. */
  email: string;
  role: GrantedRole;
  invited_by: Person;
  invited_at: Date;
}

export type RequestStatus = 'pending' | 'approved' | 'declined';

/** A request for a seat of the company that owns the project. */
export interface SponsorshipRequestRecord {
  _id: number;
  project_id: number;
  company_id: number;
  user_id: number;
  user_name: string;
  requested_role: Exclude<GrantedRole, 'ProjectViewer'>;
  status: RequestStatus;
  created_at: Date;
  decided_at: Date | null;
  decided_by: Person | null;
}

export const invitationCollection = defineCollection<InvitationRecord>('invitations', [
  [{ project_id: 1, email: 1 }, { unique: true }],
  [{ email: 1 }],
  [{ 'invited_by.userId': 1, project_id: 1, email: 1 }],
]);

export const sponsorshipRequestCollection = defineCollection<SponsorshipRequestRecord>(
  'sponsorship_requests',
  [
    [{ company_id: 1, _id: -1 }],
    [{ company_id: 1, status: 1, _id: -1 }],
    [
      { project_id: 1, user_id: 1 },
      { unique: true, partialFilterExpression: { status: 'pending' }, name: 'one_pending_per_person' },
    ],
  ],
);

type RequestView = ResultOf<(typeof seatEndpoints)['projects.sponsorshipRequests.create']>;

/** The row of a request. */
export const presentRequest = ({
  _id,
  project_id,
  user_id,
  user_name,
  requested_role,
  status,
  created_at,
}: SponsorshipRequestRecord): RequestView => ({
  id: _id,
  project_id,
  user: { id: user_id, name: user_name },
  requested_role,
  status,
  created_at: created_at.toISOString(),
});
