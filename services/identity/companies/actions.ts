/**
 * Handlers of companies, their members and invitations (A14); and of their names and limits for other
 * services (`identity.companies`).
 */
import type { ClientSession, Connection } from 'mongoose';
import type { companyEndpoints } from '../../../shared/contracts/identity/companies.ts';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import type { JobQueue, NewJob } from '../../../shared/kernel/background/job-queue.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { invitationText, membershipText } from '../../../shared/text/invitation-texts.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import { seatClaim } from '../project-invitations.ts';
import { type CompanyResources, companyEtag } from './access.ts';
import type { Invitations } from './invitations.ts';
import { membershipCleanup } from './membership-cleanup.ts';
import type { Memberships } from './memberships.ts';
import { presentCompany, presentInvitation, presentMember } from './present.ts';
import type { Companies } from './repository.ts';

type CompanyContracts = typeof companyEndpoints & Pick<typeof identity, 'identity.companies'>;

interface Deps {
  connection: Connection;
  companies: Companies;
  accounts: Accounts;
  members: Memberships;
  invitations: Invitations;
  jobs: JobQueue;
  notifier: Notifier;
  publishPrincipalChanged: PublishPrincipalChanged;
}

const memberNote = (
  companyId: number,
  member: { user_id: number } | { email: string },
  before: CompanyRole | null,
  after: CompanyRole | null,
) => ({
  resource: { type: 'company', id: companyId },
  details: { ...member, before: before && { role: before }, after: after && { role: after } },
});

export const companyActions = (deps: Deps): Handlers<CompanyContracts, CompanyResources> => {
  const { connection, companies, accounts, members, invitations, jobs, notifier, publishPrincipalChanged } =
    deps;
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

    async 'companies.list'({ search = '', limit, offset }) {
      const { rows, total } = await companies.search(search, { limit, offset });
      return { companies: rows.map(presentCompany), total, limit, offset };
    },

    async 'companies.get'({ id }) {
      const company = await companies.findById(id);
      if (!company) throw notFound();
      return presentCompany(company);
    },

    async 'companies.create'({ name }, call) {
      const userId = call.account.id;
      const company = { id: await companies.nextId(), name };
      const now = new Date();
      const seats = seatClaim(userId);
      const created = await inTransaction(connection, async (session) => {
        const user = await accounts.findById(userId, session);
        if (user?.company_id !== null)
          throw apiError('ALREADY_IN_COMPANY', 'Your account already belongs to a company. Leave it first.');
        await members.createCompany(session, user, company, now);
        await jobs.add(session, seats);
        return call.finish(
          session,
          memberNote(company.id, { user_id: userId }, null, 'CompanyAdmin'),
          company,
        );
      });
      await publishPrincipalChanged(userId);
      await jobs.runNow(seats);
      return created;
    },

    async 'companies.update'({ id, name }, call) {
      await inTransaction(connection, async (session) => {
        const before = await companies.rename(session, id, name);
        if (!before) throw notFound();
        assertIfMatch(call.ifMatch, companyEtag(before));
        await call.audit(session, {
          resource: { type: 'company', id },
          details: { name_before: before.name, name },
        });
      });
      return { id, name };
    },

    async 'companies.members.list'({ id }) {
      const [users, invited] = await Promise.all([accounts.findMembers(id), invitations.findByCompany(id)]);
      const rows = [
        ...users.flatMap((user) => (user.company_role ? [presentMember(user, user.company_role)] : [])),
        ...invited.map(presentInvitation),
      ];
      return { members: rows, total: rows.length };
    },

    async 'companies.members.add'({ id, email, role }, call, company) {
      const now = new Date();
      const resource = { type: 'company', id };
      let seats: NewJob | null = null;
      const row = await changeMembers(id, async (session) => {
        seats = null;
        const user = await accounts.findByEmail(email, session);
        if (!user) {
          const { id: _id, previousRole } = await invitations.invite(
            session,
            { company_id: id, email, role },
            now,
          );
          if (previousRole === null) {
            const text = invitationText({ kind: 'company', name: company.name, role });
            await notifier.notify(
              session,
              { kind: 'company_invitation', text, resource },
              { users: [], emails: [email] },
              now,
            );
          }
          return call.finish(
            session,
            memberNote(id, { email }, previousRole, role),
            presentInvitation({ _id, email, role }),
          );
        }
        await members.setRole(session, id, user, role);
        if (user.company_id !== id) {
          seats = seatClaim(user._id);
          await jobs.add(session, seats);
          const text = membershipText({ kind: 'company', name: company.name, role });
          await notifier.notify(
            session,
            { kind: 'company_membership', text, resource },
            { users: [user] },
            now,
          );
        }
        const note = memberNote(id, { user_id: user._id }, user.company_role, role);
        return call.finish(session, note, presentMember(user, role));
      });
      if (row.user_id !== null) await publishPrincipalChanged(row.user_id);
      if (seats) await jobs.runNow(seats);
      return row;
    },

    async 'companies.members.update'({ id, userId, role }, call) {
      const row = await changeMembers(id, async (session) => {
        const user = await members.requireMember(session, id, userId);
        await members.setRole(session, id, user, role);
        await call.audit(session, memberNote(id, { user_id: userId }, user.company_role, role));
        return presentMember(user, role);
      });
      await publishPrincipalChanged(userId);
      return row;
    },

    async 'companies.members.remove'({ id, userId }, call) {
      if (userId !== call.account.id)
        call.assertAllowed('company:administer', { kind: 'company', companyId: id });
      const cleanup = await changeMembers(id, async (session) => {
        const user = await members.remove(session, id, userId);
        // After the removal: roles that were granted beside it end too.
        const job = membershipCleanup(userId, id, new Date());
        await call.audit(session, memberNote(id, { user_id: userId }, user.company_role, null));
        await jobs.add(session, job);
        return job;
      });
      await publishPrincipalChanged(userId);
      await jobs.runNow(cleanup);
      return { removed: true };
    },

    async 'companies.invitations.withdraw'({ id, invitationId }, call) {
      await changeMembers(id, async (session) => {
        const invitation = await invitations.withdraw(session, id, invitationId);
        if (!invitation) throw notFound();
        await call.audit(session, memberNote(id, { email: invitation.email }, invitation.role, null));
      });
      return { withdrawn: true };
    },
  };
};
