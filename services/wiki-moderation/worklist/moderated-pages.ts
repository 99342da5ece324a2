/**
 * Which pages the caller moderates, for the lists of moderation; null for all. Also whether it is a moderator of one
 * page by a role of its own (decisions A4, W8).
 */
import { permissionDormant } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Roles } from '../roles/repository.ts';

/** Most pages of one moderator that the lists look at. */
const MAX_PAGES = 2_000;

/**
 * The ids of the pages whose editions the caller may revoke; null: all of them. @throws PERMISSION_DENIED when
 * there are none (Y3)
 */
export async function requireModeratedPages(roles: Roles, call: Call): Promise<string[] | null> {
  const moderated = await listModeratedPages(roles, call);
  if (moderated?.length === 0) throw permissionDormant('wiki:adoption:revoke');
  return moderated;
}

/** The ids of the pages whose editions the caller may revoke; null: all of them. */
export async function listModeratedPages(roles: Roles, call: Call): Promise<string[] | null> {
  const isAllowed = (held: ('moderator' | 'adopter')[]): boolean =>
    call.isAllowed('wiki:adoption:revoke', { kind: 'wikiStandard', roles: held });
  if (isAllowed([])) return null;
  if (!isAllowed(['moderator'])) return [];
  const rows = await roles.listByUser(call.account.id, MAX_PAGES);
  return rows.flatMap(({ page_id, role }) => (role === 'moderator' ? [page_id] : []));
}

/** Whether the caller has an active moderator role on the page itself. */
export async function holdsModeratorRole(roles: Roles, pageId: string, call: Call): Promise<boolean> {
  const held = await roles.findOnPage(pageId, call.account.id);
  return (
    held.includes('moderator') &&
    call.userPrincipal.siteRoles.includes('SiteContributor') &&
    call.isAllowed('wiki:adoption:revoke', { kind: 'wikiStandard', roles: held })
  );
}
