/**
 * Expected response of an endpoint to a caller of the permission matrix, from the contract and the role
 * table alone, without the authorization code: closed endpoint, credential,
 * session, permission, visibility, permission on the resource, in this order.
 */
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import {
  type CompanyRole,
  type Permission,
  type ProjectRole,
  ROLE_PERMISSIONS,
  type Role,
} from '../../shared/contracts/permissions.ts';
import type { MatrixCaller } from './callers.ts';

/** Owner of a resource. */
export type ResourceScope =
  /** In the scope of the company, or the company itself. */
  | { kind: 'company' }
  /** In the scope of whatever company the caller belongs to. */
  | { kind: 'own company' }
  /**
   * On a project of the company, made by its administrator; what is not published or approved is seen with a
   * permission only.
   */
  | { kind: 'project'; permissionToSee?: Permission }
  /** On a page of the public wiki. */
  | { kind: 'page' }
  /** One account's own. */
  | { kind: 'account'; account: string };

export type ExpectedOutcome =
  | { outcome: 'let in' }
  | {
      outcome: 'refused';
      status: number;
      code: string;
      /** The refusal must not reveal whether the resource exists. */
      hidesExistence: boolean;
      /** What `metadata` names, in the order of the contract. */
      missing?: readonly Permission[];
      /** Why a permission is dormant, where `metadata` names that. */
      reason?: string;
    };

const rejectedWith = (status: number, code: string, hidesExistence = true): ExpectedOutcome => ({
  outcome: 'refused',
  status,
  code,
  hidesExistence,
});

const missingPermission = (missing: readonly Permission[], hidesExistence: boolean) => ({
  outcome: 'refused' as const,
  status: 403,
  code: 'PERMISSION_DENIED',
  hidesExistence,
  missing,
});

const PROJECT_ROLE: Readonly<Record<CompanyRole, ProjectRole>> = {
  CompanyViewer: 'ProjectViewer',
  CompanyEditor: 'ProjectEditor',
  // The administrator of the company has also created the project.
  CompanyAdmin: 'ProjectOwner',
};

/**
 * The expected response to a caller for a resource; `resource` is null when the endpoint has none.
 */
export function expectedResponse(
  spec: EndpointSpec,
  caller: MatrixCaller,
  resource: ResourceScope | null,
  resourcePermissions: readonly Permission[] = spec.on?.permissions ?? spec.permissions,
): ExpectedOutcome {
  if (spec.closed) return rejectedWith(410, 'ENDPOINT_CLOSED');
  if (spec.auth === 'none') return { outcome: 'let in' };
  if (caller.credential === 'none') return rejectedWith(401, 'UNAUTHENTICATED');
  if (spec.auth === 'session_only' && caller.credential === 'key')
    return rejectedWith(403, 'SESSION_REQUIRED');
  const isGrantedToCredential = (permission: Permission): boolean =>
    caller.granted === null || caller.granted.includes(permission);
  const permissionsAnywhere = permissionsOf(rolesAnywhere(caller));
  const missingEverywhere = spec.permissions.filter(
    (each) => !isGrantedToCredential(each) || !permissionsAnywhere.has(each),
  );
  if (missingEverywhere.length > 0) return missingPermission(missingEverywhere, true);
  if (!resource) {
    // What is held on single resources, by a key that holds it on none.
    const dormant = spec.permissions.filter((each) => caller.whoami.dormant.has(each));
    return dormant.length > 0
      ? { ...missingPermission(dormant, true), reason: 'owner_lacks' }
      : { outcome: 'let in' };
  }
  const roles = rolesAt(caller, resource);
  if (!roles) return rejectedWith(404, 'NOT_FOUND');
  const resourceRolePermissions = permissionsOf(roles);
  if (
    resource.kind === 'project' &&
    resource.permissionToSee &&
    !(
      isGrantedToCredential(resource.permissionToSee) && resourceRolePermissions.has(resource.permissionToSee)
    )
  ) {
    return rejectedWith(404, 'NOT_FOUND');
  }
  const missingOnResource = resourcePermissions.filter(
    (each) => !isGrantedToCredential(each) || !resourceRolePermissions.has(each),
  );
  if (missingOnResource.length > 0) return missingPermission(missingOnResource, false);
  return { outcome: 'let in' };
}

const permissionsOf = (roles: readonly Role[]): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));

/** Roles a caller has, or may have on some project or page. */
function rolesAnywhere({ siteRoles, companyRole }: MatrixCaller): Role[] {
  const contributes = siteRoles.includes('SiteContributor');
  return [
    'Account',
    'Self',
    'ProjectOwner',
    ...siteRoles,
    ...(companyRole ? [companyRole] : []),
    ...(contributes ? (['adopter', 'moderator'] as const) : []),
  ];
}

/** Roles on the place; null where the caller may not know of it. */
function rolesAt(
  { roleInCompany, companyRole, siteRoles, account }: MatrixCaller,
  place: ResourceScope,
): Role[] | null {
  switch (place.kind) {
    case 'company':
      return roleInCompany && [roleInCompany];
    case 'own company':
      // Without one the request is wrong, not forbidden.
      return companyRole ? [companyRole] : ['Self'];
    case 'project':
      return roleInCompany && [PROJECT_ROLE[roleInCompany]];
    case 'page':
      // The administrator of a site moderates all pages, which replaces the roles on them.
      return [...siteRoles, ...(siteRoles.includes('SiteAdmin') ? (['adopter', 'moderator'] as const) : [])];
    case 'account':
      return account === place.account ? ['Self'] : null;
  }
}
