/** Endpoint that lists what waits for an account in all services (decision A21). */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { inboxItem } from '../inbox-shapes.ts';
import * as s from '../schema.ts';

const { limit, offset } = pageParams(50, 200);

export const inboxEndpoints = {
  'account.inbox': endpoint({
    http: 'GET /api/account/inbox',
    group: 'account',
    summary: 'Lists what waits for this account, newest first',
    description:
      'kind: company_invitation, sponsorship_request (of a company that the caller administers), comment (open, with the party of the caller, who may resolve or forward it), moderation_matter (open, of a standard that the caller moderates), proposed_edition (under review, of a standard that the caller adopts for), account_approval (for site administrators), notification (unread; those of an invitation, a request or a comment that is listed itself are left out). about names the company, project or wiki standard, link the path of this API where the item is read and answered. Comments are those of the newest 2,000 open ones.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    query: { limit, offset: { ...offset, max: 1_000 } },
    returns: s.object({ items: s.list(inboxItem), total: s.integer, limit: s.integer, offset: s.integer }),
    extension: true,
    rules: 'A21',
  }),
} as const;
