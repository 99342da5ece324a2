/**
 * One write for each mutating endpoint about accounts, keys, companies and administration, with the audit
 * details it must leave. For the suite of the audit trail.
 */
import { createKey, emailOf, identify, registerAccount } from '../../scripts/populate/accounts.ts';
import { TENANT_PASSWORD } from '../world/population.ts';
import {
  type AuditedWrite,
  change,
  type WriteCases,
  type WriteContext,
  type WritingAccount,
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

async function createMember(at: WriteContext): Promise<AuditedWrite> {
  const { email, userId } = await createPerson(at);
  const { companyId } = at.ada;
  await at.ada.session.call('companies.members.add', { id: companyId, email, role: 'CompanyViewer' });
  return { ids: { id: companyId, userId } };
}

/** Who a mail with a token went to, and the token. */
async function requestPasswordReset(at: WriteContext): Promise<{ token: string; userId: number }> {
  const { email, userId } = await createPerson(at);
  await at.anyone.call('account.passwordReset', { email });
  return { ...(await at.mailbox.newestTo(email)), userId };
}

export const ACCOUNT_WRITES: WriteCases = {
  'account.register': change({ roles: [null, { role: 'CompanyAdmin' }] }, async ({ n }) => ({
    body: { email: `new${n}@example.org`, password: TENANT_PASSWORD, name: 'New', company_name: `New ${n}` },
  })),
  'account.login': change({}, async ({ ada }) => ({
    body: { email: 'ada@example.org', password: TENANT_PASSWORD },
    by: ada.userId,
  })),
  'account.logout': change({}, async (at) => ({ who: await createPerson(at) })),
  'account.passwordReset': change({}, async ({ n }) => ({
    body: { email: `nobody${n}@example.org` },
    by: null,
  })),
  'account.passwordReset.confirm': change({}, async (at) => {
    const { token, userId } = await requestPasswordReset(at);
    return { body: { token, password: TENANT_PASSWORD }, by: userId };
  }),
  'account.notifications.read': change({}, async (at) => {
    const who = await createPerson(at);
    const invitation = { id: at.ada.companyId, email: who.email, role: 'CompanyViewer' } as const;
    await at.ada.session.call('companies.members.add', invitation);
    const [notice] = (await who.session.call('account.notifications.list')).notifications;
    return { who, ids: { id: notice?.id ?? 0 } };
  }),
  'account.keys.create': change({ roles: [null, { permissions: ['datasheet:read'] }] }, async () => ({
    body: { name: 'new', permissions: ['datasheet:read'] },
  })),
  'account.keys.update': change(
    { roles: [{ permissions: ['datasheet:read'] }, { permissions: ['standard:read'] }] },
    async (at) => ({ ...(await createSpareKey(at)), body: { permissions: ['standard:read'] } }),
  ),
  'account.keys.rotate': change({}, createSpareKey),
  'account.keys.revoke': change({ roles: [{ permissions: ['datasheet:read'] }, null] }, createSpareKey),
  'companies.create': change({ roles: [null, { role: 'CompanyAdmin' }] }, async (at) => ({
    who: await createPerson(at),
    body: { name: `Company ${at.n}` },
  })),
  'companies.update': change({}, async ({ ada, n }) => ({
    ids: { id: ada.companyId },
    body: { name: `Company of ada ${n}` },
  })),
  'companies.members.add': change({ roles: [null, { role: 'CompanyViewer' }] }, async ({ ada, n }) => ({
    ids: { id: ada.companyId },
    body: { email: `invited${n}@example.org`, role: 'CompanyViewer' },
  })),
  'companies.members.update': change(
    { roles: [{ role: 'CompanyViewer' }, { role: 'CompanyEditor' }] },
    async (at) => ({
      ...(await createMember(at)),
      body: { role: 'CompanyEditor' },
    }),
  ),
  'companies.members.remove': change({ roles: [{ role: 'CompanyViewer' }, null] }, createMember),
  'companies.invitations.withdraw': change(
    { roles: [{ role: 'CompanyViewer' }, null] },
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
  'account.cla.accept': change(
    { roles: [{ site_roles: [] }, { site_roles: ['SiteContributor'] }] },
    async (at) => {
      const who = await createPerson(at);
      return { who, body: { document_id: (await who.session.call('account.cla.get')).id } };
    },
  ),
  'admin.users.update': change(
    { roles: [{ site_roles: [] }, { site_roles: ['SiteModerator'] }] },
    async (at) => ({
      ids: { id: (await createPerson(at)).userId },
      body: { site_roles: ['SiteModerator'] },
    }),
  ),
  'admin.cla.publish': change({}, async ({ n }) => ({ body: { version: 100 + n, content: 'The terms.' } })),
  'admin.companies.update': change(
    { roles: [{ slot_limit: null }, { slot_limit: null }] },
    async ({ ada, n }) => ({
      ids: { id: ada.companyId },
      body: { seat_limit: 60 + n },
    }),
  ),
};
