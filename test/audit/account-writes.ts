/**
 * One successful write for each mutating endpoint of accounts, companies and administration except
 * account.verifyEmail. Part of `WRITE_CASES`, for the audit, dry-run and query-plan suites.
 */
import {
  ACCOUNT_PASSWORD,
  createKey,
  emailOf,
  identify,
  joinCompany,
  registerAccount,
} from '../../tools/world/accounts.ts';
import { openSecondSession } from '../../tools/world/population.ts';
import { eventually } from '../eventually.ts';
import {
  type AuditedWrite,
  type WriteCases,
  type WriteContext,
  type WritingAccount,
  writeCase,
} from './write-case.ts';

async function createPerson({ anyone, n }: WriteContext): Promise<WritingAccount & { email: string }> {
  const name = `Person${n}`;
  const session = await registerAccount(anyone.base, name);
  const { id: keyId, secret, client: key } = await createKey(session, ['project:create']);
  const { userId } = await identify(session);
  return {
    session,
    cookie: session.credential.cookie ?? '',
    key,
    secret,
    userId,
    keyId,
    email: emailOf(name),
  };
}

const createSpareKey = async ({ ada }: WriteContext): Promise<AuditedWrite> => {
  const { id } = await createKey(ada.session, ['datasheet:read']);
  return { ids: { id } };
};

/** A new account that ada's company has invited. */
async function createInvited(context: WriteContext): Promise<AuditedWrite> {
  const who = await createPerson(context);
  const invitation = { id: context.ada.companyId, email: who.email, role: 'CompanyViewer' } as const;
  const { invitation_id } = await context.ada.session.call('companies.members.add', invitation);
  return { who, ids: { id: invitation_id ?? '' } };
}

async function createMember(context: WriteContext): Promise<AuditedWrite> {
  const { email, userId, session: member } = await createPerson(context);
  await joinCompany(context.ada.session, { member, email, role: 'CompanyViewer' });
  return { ids: { id: context.ada.companyId, userId } };
}

/** The token of a password reset by mail, and the account. */
async function requestPasswordReset(context: WriteContext): Promise<{ token: string; userId: number }> {
  const { email, userId } = await createPerson(context);
  await context.anyone.call('account.passwordReset', { email });
  return { ...(await context.mailbox.newestTo(email)), userId };
}

export const ACCOUNT_WRITES: WriteCases = {
  'account.register': writeCase({ beforeAndAfter: [null, { role: 'CompanyAdmin' }] }, async ({ n }) => ({
    body: {
      email: `grace${n}@example.org`,
      password: ACCOUNT_PASSWORD,
      name: 'Grace',
      company_name: `Door Consultants ${n}`,
    },
  })),
  'account.login': writeCase({}, async ({ ada }) => ({
    body: { email: 'ada@example.org', password: ACCOUNT_PASSWORD },
    by: ada.userId,
  })),
  'account.logout': writeCase({}, async (context) => ({ who: await createPerson(context) })),
  'account.password.change': writeCase({}, async (context) => ({
    who: await createPerson(context),
    body: { current_password: ACCOUNT_PASSWORD, new_password: 'another fine password' },
  })),
  'account.sessions.end': writeCase({}, async (context) => {
    const who = await createPerson(context);
    return { who, ids: { id: await openSecondSession(who.session, who.email) } };
  }),
  'account.passwordReset': writeCase({}, async ({ n }) => ({
    body: { email: `nobody${n}@example.org` },
    by: null,
  })),
  'account.passwordReset.confirm': writeCase({}, async (context) => {
    const { token, userId } = await requestPasswordReset(context);
    return { body: { token, password: ACCOUNT_PASSWORD }, by: userId };
  }),
  'account.notifications.read': writeCase({}, async (context) => {
    const who = await createPerson(context);
    const invitation = { id: context.ada.companyId, email: who.email, role: 'CompanyViewer' } as const;
    await context.ada.session.call('companies.members.add', invitation);
    const notification = await eventually(
      async () => (await who.session.call('account.notifications.list')).notifications[0] ?? null,
    );
    return { who, ids: { id: notification.id } };
  }),
  'account.invitations.accept': writeCase(
    { beforeAndAfter: [null, { role: 'CompanyViewer' }] },
    createInvited,
  ),
  'account.invitations.decline': writeCase(
    { beforeAndAfter: [{ role: 'CompanyViewer' }, null] },
    createInvited,
  ),
  'account.keys.create': writeCase(
    { beforeAndAfter: [null, { permissions: ['datasheet:read'] }] },
    async () => ({
      body: { name: 'CI', permissions: ['datasheet:read'] },
    }),
  ),
  'account.keys.update': writeCase(
    { beforeAndAfter: [{ permissions: ['datasheet:read'] }, { permissions: ['standard:read'] }] },
    async (context) => ({ ...(await createSpareKey(context)), body: { permissions: ['standard:read'] } }),
  ),
  'account.keys.rotate': writeCase({}, async (context) => ({
    ...(await createSpareKey(context)),
    body: { overlap_seconds: 3600 },
  })),
  'account.keys.revoke': writeCase(
    { beforeAndAfter: [{ permissions: ['datasheet:read'] }, null] },
    createSpareKey,
  ),
  'companies.create': writeCase({ beforeAndAfter: [null, { role: 'CompanyAdmin' }] }, async (context) => ({
    who: await createPerson(context),
    body: { name: `Door Consultants ${context.n}` },
  })),
  'companies.update': writeCase({}, async ({ ada, n }) => ({
    ids: { id: ada.companyId },
    body: { name: n % 2 === 0 ? 'Access Specifiers' : 'Access Specifiers LLC' },
  })),
  'companies.members.add': writeCase(
    { beforeAndAfter: [null, { role: 'CompanyViewer' }] },
    async ({ ada, n }) => ({
      ids: { id: ada.companyId },
      body: { email: `invited${n}@example.org`, role: 'CompanyViewer' },
    }),
  ),
  'companies.members.update': writeCase(
    { beforeAndAfter: [{ role: 'CompanyViewer' }, { role: 'CompanyEditor' }] },
    async (context) => ({
      ...(await createMember(context)),
      body: { role: 'CompanyEditor' },
    }),
  ),
  'companies.members.remove': writeCase({ beforeAndAfter: [{ role: 'CompanyViewer' }, null] }, createMember),
  'companies.invitations.withdraw': writeCase(
    { beforeAndAfter: [{ role: 'CompanyViewer' }, null] },
    async ({ ada, n }) => {
      const invited = {
        id: ada.companyId,
        email: `withdrawn${n}@example.org`,
        role: 'CompanyViewer',
      } as const;
      const { invitation_id } = await ada.session.call('companies.members.add', invited);
      return { ids: { id: ada.companyId, invitationId: invitation_id ?? '' } };
    },
  ),
  'account.cla.accept': writeCase(
    { beforeAndAfter: [{ site_roles: [] }, { site_roles: ['SiteContributor'] }] },
    async (context) => {
      const who = await createPerson(context);
      return { who, body: { document_id: (await who.session.call('account.cla.get')).id } };
    },
  ),
  'admin.users.update': writeCase(
    { beforeAndAfter: [{ contribution_barred: false }, { contribution_barred: true }] },
    async (context) => ({
      ids: { id: (await createPerson(context)).userId },
      // Site roles are for sessions only.
      body: { contribution_barred: true },
    }),
  ),
  'admin.cla.publish': writeCase({}, async ({ n }) => ({
    body: { version: 100 + n, content: 'Whoever contributes may do so, and lets everybody use the text.' },
  })),
  'admin.companies.update': writeCase(
    { beforeAndAfter: [{ slot_limit: null }, { slot_limit: null }] },
    async ({ ada, n }) => ({
      ids: { id: ada.companyId },
      body: { seat_limit: 60 + n },
    }),
  ),
};
