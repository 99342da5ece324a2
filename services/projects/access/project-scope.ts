/** The scope of a project, with its sections and the standards written in it, as the subject of permissions. */
import type { Subject } from '../../../shared/kernel/auth/authorization.ts';
import type { LoadedProject } from './project-role.ts';

export const projectScope = ({ head, role }: Pick<LoadedProject, 'head' | 'role'>): Subject => ({
  kind: 'scope',
  scope: { subject_type: 'project', subject_id: head._id },
  projectRole: role,
});
