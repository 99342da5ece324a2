/**
 * The role of a caller on a project, from its membership and company. Also the revision that a read shows for the
 * permissions of that role, and the version of a project. Seats: `seat-rules.ts`. Pure.
 */
import {
  type Permission,
  PROJECT_ROLE_OF_COMPANY_ROLE,
  type ProjectRole,
} from '../../../shared/contracts/permissions.ts';
import type { Subject } from '../../../shared/kernel/auth/authorization.ts';
import type { Principal, UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import type { MembershipRecord, ProjectRecord } from './model.ts';
import { effectiveRole, type SeatFacts } from './seat-rules.ts';

const RANK: Readonly<Record<ProjectRole, number>> = {
  ProjectViewer: 1,
  ProjectEditor: 2,
  ProjectAdmin: 3,
  ProjectOwner: 4,
};

/** The stronger of two roles. */
export const strongerRole = (one: ProjectRole | null, other: ProjectRole | null): ProjectRole | null => {
  if (one === null || other === null) return one ?? other;
  return RANK[one] >= RANK[other] ? one : other;
};

/** The role from the caller's company; its administrators act as lead where the lead has left. */
export function roleFromCompany(
  principal: Principal,
  { owner_company_id, without_lead }: ProjectOwnership,
): ProjectRole | null {
  if (principal.kind !== 'user' || owner_company_id === null || principal.company?.id !== owner_company_id)
    return null;
  if (without_lead && principal.companyRole === 'CompanyAdmin') return 'ProjectOwner';
  return principal.companyRole === null ? null : PROJECT_ROLE_OF_COMPANY_ROLE[principal.companyRole];
}

type ProjectOwnership = Pick<ProjectRecord, 'owner_company_id' | 'without_lead'>;

/** Whether a role was given while the caller was with another company: it may have ended when the caller left. */
export const isFromFormerCompany = (
  { company }: UserPrincipal,
  { company_id }: Pick<MembershipRecord, 'company_id'>,
): boolean => company_id !== null && company_id !== company?.id;

/**
 * Whether somebody has a role on a project: one that was given and has not ended, or through the owner company.
 * @param companyId the person's company now
 */
export function hasRoleOn(
  { owner_company_id: ownerCompanyId }: Pick<ProjectRecord, 'owner_company_id'>,
  membership: Pick<MembershipRecord, 'company_id'> | null,
  companyId: number | null,
): boolean {
  if (ownerCompanyId !== null && companyId === ownerCompanyId) return true;
  // Here the owner company is not the person's, so a role given to its staff has ended.
  return membership !== null && (ownerCompanyId === null || membership.company_id !== ownerCompanyId);
}

/**
 * The role given on the project itself; on a project of a company it ends when the member leaves that company, and
 * without a seat it is ProjectViewer.
 */
export function roleFromMembership(
  principal: UserPrincipal,
  ownerCompanyId: number | null,
  membership: SeatFacts & Pick<MembershipRecord, 'company_id'>,
  now: Date,
): ProjectRole | null {
  if (isFromFormerCompany(principal, membership) && membership.company_id === ownerCompanyId) return null;
  return effectiveRole(membership, { ownerCompanyId, companyId: principal.company?.id ?? null }, now);
}

/** The caller's role: the stronger of its membership and its company's. Services in their own name are owners. */
export function projectRoleOf(
  principal: Principal,
  head: ProjectOwnership,
  membership: MembershipRecord | null,
  now: Date,
): ProjectRole | null {
  if (principal.kind === 'system') return 'ProjectOwner';
  const given =
    principal.kind === 'user' && membership
      ? roleFromMembership(principal, head.owner_company_id, membership, now)
      : null;
  return strongerRole(given, roleFromCompany(principal, head));
}

export interface LoadedProject {
  head: ProjectRecord;
  role: ProjectRole;
  subject: Subject;
  /** Whether the next change of the draft by the caller starts its trial; absent where its membership was not read. */
  startsTrial?: boolean;
}

type IsAllowed = (permission: Permission) => boolean;

/**
 * The revision that a read shows; null when nothing is published and the caller may not view the draft.
 * `undefined`: the caller may not view the requested revision, which reads like one that does not exist.
 */
export function chooseReadableRevision(
  head: Pick<ProjectRecord, 'draft_revision_id' | 'issued_revision_id'>,
  requested: number | undefined,
  isAllowed: IsAllowed,
): { id: number; mustBePublished: boolean } | null | undefined {
  const { draft_revision_id: draft, issued_revision_id: issued } = head;
  if (requested === undefined) {
    if (draft !== null && isAllowed('project:draft:view')) return { id: draft, mustBePublished: false };
    return issued === null ? null : { id: issued, mustBePublished: true };
  }
  if (requested === draft)
    return isAllowed('project:draft:view') ? { id: draft, mustBePublished: false } : undefined;
  if (requested === issued) return { id: issued, mustBePublished: true };
  return isAllowed('project:revision:view') ? { id: requested, mustBePublished: true } : undefined;
}

/**
 * The version of a project, which `If-Match` compares and its ETag names: that of the open draft, else derived from
 * the published revision. Null when the draft was closed between two reads.
 */
export function projectVersion(
  { draft_revision_id, issued_revision_id }: Pick<ProjectRecord, 'draft_revision_id' | 'issued_revision_id'>,
  draft: { version: string | null } | null,
): string | null {
  if (draft_revision_id !== null) return draft?.version ?? null;
  return issued_revision_id === null ? null : `issued-${issued_revision_id}`;
}
