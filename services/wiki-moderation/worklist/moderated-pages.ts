/**
 * Finds the pages that the caller moderates, for the lists of moderation (null for all), those on which the caller has
 * one of some roles, and whether the caller has the moderator's role on one page.
 */
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { permissionDormant } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { Roles } from '../roles/repository.ts';

/** Maximum pages of one moderator in the lists. */
const MAX_PAGES = 2_000;

/**
 * The ids of the pages whose editions the caller may revoke; null: all of them. @throws PERMISSION_DENIED when
 * there are none
 */
export async function requireModeratedPages(roles: Roles, ctx: RequestContext): Promise<string[] | null> {
  const moderated = await listModeratedPages(roles, ctx);
  if (moderated?.length === 0) throw permissionDormant('wiki:adoption:revoke');
  return moderated;
}

/** The ids of the pages whose editions the caller may revoke; null: all of them. */
export async function listModeratedPages(roles: Roles, ctx: RequestContext): Promise<string[] | null> {
  const isAllowed = (ownRoles: ('moderator' | 'adopter')[]): boolean =>
    ctx.isAllowed('wiki:adoption:revoke', { kind: 'wikiStandard', roles: ownRoles });
  if (isAllowed([])) return null;
  if (!isAllowed(['moderator'])) return [];
  return listPagesWithRole(roles, ['moderator'], ctx);
}

/** The ids of the pages on which the caller has one of these roles, in effect or not. */
export async function listPagesWithRole(
  roles: Roles,
  wanted: readonly WikiStandardRole[],
  ctx: RequestContext,
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const rows = await roles.listByUser(ctx.account.id, MAX_PAGES);
  return [...new Set(rows.flatMap(({ page_id, role }) => (wanted.includes(role) ? [page_id] : [])))];
}

/** Whether the caller has an active moderator role on the page itself. */
export async function hasModeratorRole(roles: Roles, pageId: string, ctx: RequestContext): Promise<boolean> {
  const ownRoles = await roles.findOnPage(pageId, ctx.account.id);
  return (
    ownRoles.includes('moderator') &&
    ctx.userPrincipal.siteRoles.includes('SiteContributor') &&
    ctx.isAllowed('wiki:adoption:revoke', { kind: 'wikiStandard', roles: ownRoles })
  );
}
