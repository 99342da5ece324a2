/**
 * Handlers of the roles on a wiki page, and of the directory in which moderators find accounts. Roles are in the
 * audit trail, not in the public log.
 */
import { randomUUID } from 'node:crypto';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiRoleEndpoints } from '../../../shared/contracts/wiki-moderation/roles.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import type { RoleRecord, Roles } from '../roles/repository.ts';

/** Maximum accounts in the result of a search. */
const DIRECTORY_LIMIT = 20;

export const wikiRoleAssignmentActions = ({
  node,
  pages,
  roles,
}: WikiService): Handlers<typeof wikiRoleEndpoints, WikiResources> => ({
  async 'wiki.roles.list'(_params, ctx, { page }) {
    const { rows, total } = await roles.listByPage(page._id, MAX_UNPAGED_ROWS);
    const user_ids = [...new Set(rows.map(({ user_id }) => user_id))];
    const { people } = await ctx.call('identity.people', { user_ids });
    const names = new Map(people.map(({ userId, displayName }) => [userId, displayName]));
    return {
      assignments: rows.map((row) => presentAssignment(row, names.get(row.user_id) ?? '')),
      total,
      truncated: total > rows.length,
    };
  },

  async 'wiki.roles.assign'({ userId, role }, ctx, { page }) {
    const { account } = await ctx.call('identity.account', { user_id: userId });
    if (!account) throw notFound();
    if (account.status !== 'active')
      throw apiError('USER_NOT_APPROVED', 'The account is not approved, not verified or suspended.');
    return pages.inTransaction(page._id, async (session) => {
      const existing = await roles.findAssignment(session, page._id, userId, role);
      if (existing) {
        ctx.markUnchanged();
        return { ...presentAssignment(existing, account.displayName), created: false };
      }
      const assignment: RoleRecord = {
        _id: randomUUID(),
        page_id: page._id,
        user_id: userId,
        role,
        assigned_by: ctx.account.id,
        assigned_at: node.now(),
      };
      await roles.insert(session, assignment);
      const auditEntry = {
        resource: { type: 'wiki_standard', id: page._id },
        details: { user_id: userId, before: null, after: { role } },
      };
      return ctx.finish(session, auditEntry, {
        ...presentAssignment(assignment, account.displayName),
        created: true,
      });
    });
  },

  async 'wiki.roles.remove'({ roleId }, ctx, { page }) {
    // Asked before the transaction, which waits for no other service.
    const inactive = await findInactiveModerators(roles, page._id, ctx);
    // Locked: two moderators who remove each other concurrently would leave none.
    return pages.inTransaction(page._id, async (session) => {
      const removed = await roles.remove(session, page._id, roleId);
      if (!removed) throw notFound();
      const { user_id, role } = removed;
      // Somebody appointed since the lookup may sign in.
      const remaining = await roles.listModerators(page._id, session);
      const isLast =
        remaining.length === 0 || (!inactive.has(user_id) && remaining.every((id) => inactive.has(id)));
      if (role === 'moderator' && isLast)
        throw apiError(
          'LAST_MODERATOR',
          'This is the last moderator of the standard who may sign in. Appoint another first.',
        );
      await ctx.audit(session, {
        resource: { type: 'wiki_standard', id: page._id },
        details: { user_id, before: { role }, after: null },
      });
      return { id: roleId, deleted: true };
    });
  },

  async 'wiki.moderation.searchUsers'({ query }, ctx) {
    ctx.assertAllowed('wiki:standard:moderate', { kind: 'site' });
    return searchDirectory(query, ctx);
  },

  'wiki.moderation.standardSearchUsers': ({ query }, ctx) => searchDirectory(query, ctx),
});

/** The moderators of a page whose accounts are not active: they cannot moderate. */
async function findInactiveModerators(
  roles: Roles,
  pageId: string,
  ctx: RequestContext,
): Promise<Set<number>> {
  const userIds = await roles.listModerators(pageId);
  const accounts = await Promise.all(userIds.map((user_id) => ctx.call('identity.account', { user_id })));
  return new Set(userIds.filter((_, place) => accounts[place]?.account?.status !== 'active'));
}

/** Accounts by name, with masked emails. */
async function searchDirectory(search: string, ctx: RequestContext) {
  const { users, total } = await ctx.call('identity.directory', { search, limit: DIRECTORY_LIMIT });
  return { users, total, truncated: total > users.length };
}

const presentAssignment = ({ _id, user_id, role, assigned_at }: RoleRecord, displayName: string) => ({
  id: _id,
  userId: user_id,
  displayName,
  role,
  assigned_at: assigned_at.toISOString(),
});
