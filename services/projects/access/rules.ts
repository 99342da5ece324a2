/** Who stands how to a project, and which of its revisions that reaches (decisions A18, P13). */
import { type Permission, PROJECT_ROLE_OF, type ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Subject } from '../../../shared/kernel/callers/permissions.ts';
import type { Principal, UserPrincipal } from '../../../shared/kernel/callers/principal.ts';
import type { MembershipRecord, ProjectRecord } from './model.ts';

const RANK: Readonly<Record<ProjectRole, number>> = { ProjectViewer: 1, ProjectEditor: 2, ProjectAdmin: 3, ProjectOwner: 4 };

/** The stronger of two roles. */
export const strongest = (one: ProjectRole | null, other: ProjectRole | null): ProjectRole | null => {
  if (one === null || other === null) return one ?? other;
  return RANK[one] >= RANK[other] ? one : other;
};

/** The role that comes with the caller's company on a project; its administrators lead one whose lead has left (X11). */
export function companyRoleOn(principal: Principal, { owner_company_id, without_lead }: OwnerOf): ProjectRole | null {
  if (principal.kind !== 'user' || owner_company_id === null || principal.company?.id !== owner_company_id) return null;
  if (without_lead && principal.companyRole === 'CompanyAdmin') return 'ProjectOwner';
  return principal.companyRole === null ? null : PROJECT_ROLE_OF[principal.companyRole];
}

type OwnerOf = Pick<ProjectRecord, 'owner_company_id' | 'without_lead'>;

/** Whether a role was given to somebody of another company than the caller's: it may be one that ended when the caller left that (X11). */
export const isOfFormerCompany = ({ company }: UserPrincipal, { company_id }: Pick<MembershipRecord, 'company_id'>): boolean =>
  company_id !== null && company_id !== company?.id;

/** The role given on the project itself; it ends with the membership in the company that owns the project (X11). */
export function givenRole(
  principal: UserPrincipal,
  ownerCompanyId: number | null,
  membership: Pick<MembershipRecord, 'role' | 'company_id'>,
): ProjectRole | null {
  return isOfFormerCompany(principal, membership) && membership.company_id === ownerCompanyId ? null : membership.role;
}

/** The caller's role: the stronger of its membership and its company's. Services acting for themselves reach everything. */
export function roleOf(principal: Principal, head: OwnerOf, membership: MembershipRecord | null): ProjectRole | null {
  if (principal.kind === 'system') return 'ProjectOwner';
  const given = principal.kind === 'user' && membership ? givenRole(principal, head.owner_company_id, membership) : null;
  return strongest(given, companyRoleOn(principal, head));
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
