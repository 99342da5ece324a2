/** View of a pending invitation. A member is shown by `../access/present.ts`. */
import type { projectMemberEndpoints } from '../../../shared/contracts/projects/members.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { InvitationRecord } from './model.ts';

type InvitationView = Infer<
  (typeof projectMemberEndpoints)['projects.invitations.list']['returns']
>['invitations'][number];

/** A pending invitation. */
export const presentInvitation = ({
  _id,
  email,
  role,
  invited_by,
  invited_at,
}: InvitationRecord): InvitationView => ({
  id: _id,
  email,
  permission_type: role,
  invited_by,
  invited_at: invited_at.toISOString(),
});
