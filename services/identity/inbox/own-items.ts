/** What waits for an account in this service: invitations to companies, unread notifications, accounts to approve. */
import type { InboxPart } from '../../../shared/contracts/inbox-shapes.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { nameOr, quoteName } from '../../../shared/text/quoted-names.ts';
import type { IdentityService } from '../open-identity.ts';

/** Notifications of what is listed itself while it waits. */
const OF_ITEMS = ['company_invitation', 'sponsorship_requested', 'comment_created', 'comment_forwarded'];

const ROLE_WORDS = { CompanyAdmin: 'administrator', CompanyEditor: 'editor', CompanyViewer: 'viewer' };

/** @param limit of each kind */
export function loadOwnItems(
  service: IdentityService,
  limit: number,
  ctx: RequestContext,
): Promise<InboxPart[]> {
  return Promise.all([
    loadInvitations(service, ctx),
    loadUnread(service, limit, ctx),
    ...(ctx.isAllowed('site:admin', { kind: 'site' }) ? [loadUnapproved(service, limit)] : []),
  ]);
}

async function loadInvitations(
  { accounts, invitations, companies }: IdentityService,
  ctx: RequestContext,
): Promise<InboxPart> {
  const user = await accounts.findById(ctx.account.id);
  const pending = user ? await invitations.findByEmail(user.email, new Date()) : [];
  const inviting = await companies.findByIds(pending.map(({ company_id }) => company_id));
  const names = new Map(inviting.map(({ _id, name }) => [_id, name]));
  const items = pending.flatMap(({ _id, company_id, role, invited_at }) => {
    const name = names.get(company_id);
    if (name === undefined) return [];
    return {
      kind: 'company_invitation',
      id: _id,
      title: `You are invited to ${quoteName('company', name)} as ${ROLE_WORDS[role]}`,
      about: { type: 'company', id: company_id },
      link: '/api/account/invitations',
      since: invited_at.toISOString(),
    };
  });
  return { items, total: items.length };
}

async function loadUnread(
  { notifications }: IdentityService,
  limit: number,
  ctx: RequestContext,
): Promise<InboxPart> {
  const { rows, total } = await notifications.listUnreadExcept(ctx.account.id, OF_ITEMS, limit);
  const items = rows.map(({ _id, text, resource, created_at }) => ({
    kind: 'notification',
    id: _id,
    title: text,
    about: resource,
    link: '/api/account/notifications',
    since: created_at.toISOString(),
  }));
  return { items, total };
}

async function loadUnapproved({ accounts }: IdentityService, limit: number): Promise<InboxPart> {
  const { rows, total } = await accounts.listUnapproved(limit);
  const items = rows.map(({ _id, name, created_at }) => ({
    kind: 'account_approval',
    id: _id,
    title: `${nameOr(name, 'Somebody')} asks for an account`,
    about: { type: 'user', id: _id },
    link: '/api/admin/users?approved=false',
    since: created_at.toISOString(),
  }));
  return { items, total };
}
