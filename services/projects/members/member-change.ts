/** The change of a member, as the list of the changes of a project shows it. */
import type { Person } from '../../../shared/kernel/service/call.ts';
import type { ProjectChange } from '../changes/model.ts';

type MemberChangeKind = 'member_added' | 'member_role_changed' | 'member_removed' | 'lead_changed';

export const memberChange = (kind: MemberChangeKind, userId: number, by: Person): ProjectChange => ({
  kind,
  by,
  revision: null,
  subject: { type: 'member', id: userId },
});
