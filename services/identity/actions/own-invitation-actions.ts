/**
 * Handlers by which an account lists, accepts and declines the invitations of companies to it. Those by which a
 * company invites are in `company-actions.ts`.
 */
import type { invitationEndpoints } from '../../../shared/contracts/identity/invitations.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { memberAuditEntry } from '../companies/memberships.ts';
import { presentCompany, presentOwnInvitation } from '../companies/present.ts';
import { seatClaim } from '../jobs.ts';
import type { IdentityService } from '../open-identity.ts';

export const ownInvitationActions = ({
  connection,
  accounts,
  companies,
  invitations,
  members,
  jobs,
  publishPrincipalChanged,
}: IdentityService): Handlers<typeof invitationEndpoints, NoResources> => ({
  async 'account.invitations.list'(_params, ctx) {
    const user = await accounts.findById(ctx.account.id);
    const pending = user ? await invitations.findByEmail(user.email, new Date()) : [];
    const inviting = await companies.findByIds(pending.map(({ company_id }) => company_id));
    const byId = new Map(inviting.map((company) => [company._id, company]));
    const rows = pending.flatMap((invitation) => {
      const company = byId.get(invitation.company_id);
      return company ? [presentOwnInvitation(invitation, company)] : [];
    });
    return { invitations: rows, total: rows.length };
  },

  async 'account.invitations.accept'({ id }, ctx) {
    const userId = ctx.account.id;
    const now = new Date();
    const seats = seatClaim(userId);
    const joined = await inTransaction(connection, async (session) => {
      const user = await accounts.findById(userId, session);
      if (!user) throw notFound();
      const { company_id, company_role } = await members.accept(session, user, id, now);
      const company = company_id !== null && (await companies.findById(company_id, session));
      if (!company || company_role === null) throw notFound();
      await jobs.add(session, seats);
      const entry = memberAuditEntry(company._id, { user_id: userId }, null, company_role);
      return ctx.finish(session, entry, { company: presentCompany(company), role: company_role });
    });
    await publishPrincipalChanged(userId);
    await jobs.runNow(seats);
    return joined;
  },

  async 'account.invitations.decline'({ id }, ctx) {
    return inTransaction(connection, async (session) => {
      const user = await accounts.findById(ctx.account.id, session);
      const declined =
        user && (await invitations.findAndDelete(session, { _id: id, email: user.email }, new Date()));
      if (!declined) throw notFound();
      const entry = memberAuditEntry(declined.company_id, { user_id: user._id }, declined.role, null);
      return ctx.finish(session, entry, { declined: true });
    });
  },
});
