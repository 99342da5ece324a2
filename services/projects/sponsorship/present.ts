/** View of a sponsorship request. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { seatEndpoints } from '../../../shared/contracts/projects/seats.ts';
import type { SponsorshipRequestRecord } from '../members/model.ts';

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
