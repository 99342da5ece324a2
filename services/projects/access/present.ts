/** Views of a project with the caller's role, for other services, and of a member. */
import type { projectAccess } from '../../../shared/contracts/projects/internal.ts';
import type { member } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { isAllowedOn } from './load-project.ts';
import type { MembershipRecord } from './model.ts';
import type { LoadedProject } from './project-role.ts';
import { effectiveRole } from './seat-rules.ts';

/** The project with the caller's role; named as in the draft for those who may view it. */
export function presentProjectAccess(
  project: LoadedProject,
  ctx: RequestContext,
): Infer<typeof projectAccess> {
  const { head, role } = project;
  const canViewDraft = isAllowedOn(ctx, project)('project:draft:view');
  return {
    project_id: head._id,
    name: (canViewDraft ? head.draft_name : null) ?? head.name,
    role,
    archived: head.archived_at !== null,
    owner_company_id: head.owner_company_id,
    quota_owner:
      head.owner_company_id === null
        ? { type: 'user', id: head.created_by.userId }
        : { type: 'company', id: head.owner_company_id },
    issued_revision_id: head.issued_revision_id,
    draft_revision_id: head.draft_revision_id,
  };
}

/** A member with the role that counts now, by the company that it had when the role was given. */
export function presentMember(
  membership: MembershipRecord,
  ownerCompanyId: number | null,
  now: Date,
): Infer<typeof member> {
  const { user_id, name, company_id } = membership;
  const role = effectiveRole(membership, { ownerCompanyId, companyId: company_id }, now);
  return { user_id, name, role, company_id };
}
