/** View of a project with the caller's role, for other services. */
import type { projectAccess } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { isAllowedOn } from './load-project.ts';
import type { LoadedProject } from './rules.ts';

/** The project with the caller's role; named as in the draft for those who may view it. */
export function presentProjectAccess(project: LoadedProject, call: Call): Infer<typeof projectAccess> {
  const { head, role } = project;
  const canViewDraft = isAllowedOn(call, project)('project:draft:view');
  return {
    project_id: head._id,
    name: (canViewDraft ? head.draft_name : null) ?? head.name,
    role,
    archived: head.archived_at !== null,
    owner_company_id: head.owner_company_id,
    issued_revision_id: head.issued_revision_id,
    draft_revision_id: head.draft_revision_id,
  };
}
