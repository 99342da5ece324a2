/** Who stands how to a project, and which of its revisions that reaches (decisions A18, P13). */
import { type Permission, PROJECT_ROLE_OF, type ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Subject } from '../../../shared/kernel/callers/permissions.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import type { ProjectRecord } from './model.ts';

const RANK: Readonly<Record<ProjectRole, number>> = { ProjectViewer: 1, ProjectEditor: 2, ProjectAdmin: 3, ProjectOwner: 4 };

/** The stronger of two roles. */
export const strongest = (one: ProjectRole | null, other: ProjectRole | null): ProjectRole | null => {
  if (one === null || other === null) return one ?? other;
  return RANK[one] >= RANK[other] ? one : other;
};

/** The role that comes with the caller's company on the projects it owns. */
function companyRoleOn(principal: Principal, ownerCompanyId: number | null): ProjectRole | null {
  if (principal.kind !== 'user' || ownerCompanyId === null || principal.company?.id !== ownerCompanyId) return null;
  return principal.companyRole === null ? null : PROJECT_ROLE_OF[principal.companyRole];
}

/** The caller's role: the stronger of its membership and its company's. Services acting for themselves reach everything. */
export function roleOf(principal: Principal, ownerCompanyId: number | null, membership: ProjectRole | null): ProjectRole | null {
  if (principal.kind === 'system') return 'ProjectOwner';
  return strongest(membership, companyRoleOn(principal, ownerCompanyId));
}

/** A project as one caller stands to it. */
export interface OpenProject {
  head: ProjectRecord;
  role: ProjectRole;
  subject: Subject;
}

type Permits = (permission: Permission) => boolean;

/**
 * The revision a read serves, null when there is none to serve: nothing published and the draft is not the caller's to see.
 * `undefined`: the asked revision is out of reach, which reads like one that does not exist (P13, R-241).
 */
export function chooseRevision(
  head: Pick<ProjectRecord, 'draft_revision_id' | 'issued_revision_id'>,
  asked: number | undefined,
  permits: Permits,
): { id: number; mustBePublished: boolean } | null | undefined {
  const { draft_revision_id: draft, issued_revision_id: issued } = head;
  if (asked === undefined) {
    if (draft !== null && permits('project:draft:view')) return { id: draft, mustBePublished: false };
    return issued === null ? null : { id: issued, mustBePublished: true };
  }
  if (asked === draft) return permits('project:draft:view') ? { id: draft, mustBePublished: false } : undefined;
  if (asked === issued) return { id: issued, mustBePublished: true };
  return permits('project:revision:view') ? { id: asked, mustBePublished: true } : undefined;
}
