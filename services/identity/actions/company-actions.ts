/**
 * Handlers of companies, their members and the invitations that they send. Whoever leaves or is removed loses the
 * invitations that they sent, and a job ends their roles on projects of the company. Also internal actions for other
 * services: names and limits of companies (`identity.companies`), and the count of invitations to projects
 * (`identity.countInvitation`). Whoever is invited answers in `own-invitation-actions.ts`.
 */
import type { ClientSession } from 'mongoose';
import type { companyEndpoints } from '../../../shared/contracts/identity/companies.ts';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { allowedOnCompany, type CompanyResources, companyVersion } from '../companies/access.ts';
import { memberAuditEntry } from '../companies/memberships.ts';
import {
  presentAddedMember,
  presentCompany,
  presentInvitation,
  presentMember,
  presentPendingMember,
} from '../companies/present.ts';
import { invitationNotification, membershipCleanup, seatClaim } from '../jobs.ts';
import type { IdentityService } from '../open-identity.ts';

type CompanyContracts = typeof companyEndpoints &
  Pick<typeof identity, 'identity.companies' | 'identity.countInvitation'>;

export const companyActions = (service: IdentityService): Handlers<CompanyContracts, CompanyResources> => {
  const { connection, companies, accounts, members, invitations, jobs, publishPrincipalChanged } = service;
  const { invitationLimits: limits } = service;
  /** Changes memberships of one company in a transaction that conflicts with concurrent ones. */
  const changeMembers = <T>(companyId: number, work: (session: ClientSession) => Promise<T>): Promise<T> =>
    inTransaction(connection, async (session) => {
      await companies.touch(session, companyId);
      return work(session);
    });

  return {
    async 'identity.companies'({ company_ids }) {
      const found = await companies.findByIds(company_ids);
      return {
        companies: found.map(({ _id, name, seat_limit, slot_limit }) => ({
          id: _id,
          name,
          ...(typeof seat_limit === 'number' ? { seat_limit } : {}),
          ...(typeof slot_limit === 'number' ? { slot_limit } : {}),
        })),
      };
    },

    async 'identity.countInvitation'({ email }, ctx) {
      return inTransaction(connection, async (session) => {
        await limits.count(session, ctx.account.id, email, new Date());
        if (ctx.isDryRun) ctx.rollBack(session);
        return { counted: true };
      });
    },

    async 'companies.list'({ search = '', limit, offset }) {
      const { rows, total } = await companies.search(search, { limit, offset });
      return { companies: rows.map(presentCompany), total, limit, offset };
    },

    async 'companies.get'({ id }, ctx) {
      const company = await companies.findById(id);
      if (!company) throw notFound();
      const allowed_actions = allowedOnCompany(id, ctx);
      ctx.revalidate(companyVersion(company), allowed_actions);
      return { ...presentCompany(company), allowed_actions };
    },

    async 'companies.create'({ name }, ctx) {
      const userId = ctx.account.id;
      const company = { id: await companies.nextId(), name };
      const now = new Date();
      const seats = seatClaim(userId);
      const created = await inTransaction(connection, async (session) => {
        const user = await accounts.findById(userId, session);
        if (user?.company_id !== null)
          throw apiError('ALREADY_IN_COMPANY', 'Your account already belongs to a company. Leave it first.');
        await members.createCompany(session, user, company, now);
        await jobs.add(session, seats);
        return ctx.finish(
          session,
          memberAuditEntry(company.id, { user_id: userId }, null, 'CompanyAdmin'),
          company,
        );
      });
      await publishPrincipalChanged(userId);
      await jobs.runNow(seats);
      return created;
    },

    async 'companies.update'({ id, name }, ctx) {
      await inTransaction(connection, async (session) => {
        const before = await companies.rename(session, id, name);
        if (!before) throw notFound();
        assertIfMatch(ctx.ifMatch, companyVersion(before));
        await ctx.audit(session, {
          resource: { type: 'company', id },
          details: { name_before: before.name, name },
        });
      });
      return { id, name };
    },

    async 'companies.members.list'({ id }) {
      const [users, invited] = await Promise.all([
        accounts.findMembers(id),
        invitations.findByCompany(id, new Date()),
      ]);
      const rows = [
        ...users.flatMap((user) => (user.company_role ? [presentMember(user, user.company_role)] : [])),
        ...invited.map(presentPendingMember),
      ];
      return { members: rows, total: rows.length };
    },

    async 'companies.members.add'({ id, email, role }, ctx) {
      const now = new Date();
      const inviterId = ctx.account.id;
      let changed: number | null = null;
      const row = await changeMembers(id, async (session) => {
        // An inviter removed since would leave an invitation that the removal has not withdrawn.
        await members.requireMember(session, id, inviterId);
        const user = await accounts.findByEmail(email, session);
        if (user?.company_id === id) {
          changed = user._id;
          await members.setRole(session, id, user, role);
          const entry = memberAuditEntry(id, { user_id: user._id }, user.company_role, role);
          return ctx.finish(session, entry, presentAddedMember(user, role));
        }
        changed = null;
        // From here on nothing depends on the account, so that the response reveals nothing about it.
        const pending = await invitations.findPending(session, { company_id: id, email }, now);
        const invited = { company_id: id, email, role, invited_by: inviterId };
        if (pending?.role !== role) await limits.count(session, inviterId, email, now);
        const invitation = await invitations.put(session, invited, pending, now);
        if (pending?.role !== role) await jobs.add(session, invitationNotification(invitation._id));
        const entry = memberAuditEntry(id, { email }, pending?.role ?? null, role);
        return ctx.finish(session, entry, presentInvitation(invitation));
      });
      if (changed !== null) await publishPrincipalChanged(changed);
      return row;
    },

    async 'companies.members.update'({ id, userId, role }, ctx) {
      const row = await changeMembers(id, async (session) => {
        const user = await members.requireMember(session, id, userId);
        await members.setRole(session, id, user, role);
        await ctx.audit(session, memberAuditEntry(id, { user_id: userId }, user.company_role, role));
        return presentMember(user, role);
      });
      await publishPrincipalChanged(userId);
      return row;
    },

    async 'companies.members.remove'({ id, userId }, ctx) {
      if (userId !== ctx.account.id)
        ctx.assertAllowed('company:administer', { kind: 'company', companyId: id });
      const cleanup = await changeMembers(id, async (session) => {
        const user = await members.remove(session, id, userId);
        // After the removal: roles granted concurrently end too.
        const job = membershipCleanup(userId, id, new Date());
        const withdrawn = await invitations.withdrawSentBy(session, id, userId);
        const { resource, details } = memberAuditEntry(id, { user_id: userId }, user.company_role, null);
        await ctx.audit(session, { resource, details: { ...details, withdrawn_invitations: withdrawn } });
        await jobs.add(session, job);
        return job;
      });
      await publishPrincipalChanged(userId);
      await jobs.runNow(cleanup);
      return { removed: true };
    },

    async 'companies.invitations.withdraw'({ id, invitationId }, ctx) {
      await changeMembers(id, async (session) => {
        const withdrawn = { _id: invitationId, company_id: id };
        const invitation = await invitations.findAndDelete(session, withdrawn, new Date());
        if (!invitation) throw notFound();
        await ctx.audit(session, memberAuditEntry(id, { email: invitation.email }, invitation.role, null));
      });
      return { withdrawn: true };
    },
  };
};
