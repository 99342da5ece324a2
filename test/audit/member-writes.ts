/**
 * One write for each mutating endpoint about the members, invitations, lead and seats of a project, with the
 * audit details it must leave. For the suite of the audit trail.
 */
import {
  createKey,
  emailOf,
  identify,
  registerAccount,
  registerMember,
} from '../../scripts/populate/accounts.ts';
import { withDatabases } from '../test-servers.ts';
import {
  type AuditedWrite,
  type WriteCases,
  type WriteContext,
  type WritingAccount,
  writeCase,
} from './write-case.ts';

type Guest = WritingAccount & { email: string };

const createProject = async ({ ada, n }: WriteContext): Promise<number> =>
  (await ada.key.call('projects.create', { name: `Team ${n}` })).id;

/** An account without a company that has a role on a new project. */
async function createGuest(
  at: WriteContext,
  permission_type: 'ProjectViewer' | 'ProjectEditor',
): Promise<{ guest: Guest; projectId: number }> {
  const projectId = await createProject(at);
  const name = `Guest${at.n}`;
  const session = await registerAccount(at.anyone.base, name);
  const { userId } = await identify(session);
  const email = emailOf(name);
  await at.ada.session.call('projects.invite', { projectId, email, permission_type });
  const { id: keyId, secret, client: key } = await createKey(session, ['project:read']);
  const cookie = session.credential.cookie ?? '';
  return { projectId, guest: { session, cookie, key, secret, userId, keyId, email } };
}

/** A guest whose trial began long ago. */
async function createLapsedGuest(at: WriteContext): Promise<AuditedWrite> {
  const { guest, projectId } = await createGuest(at, 'ProjectEditor');
  await withDatabases(at.node.node.config.databasePrefix, async (databases) => {
    for (const database of databases.filter(({ databaseName }) => databaseName.endsWith('-projects')))
      await database
        .collection('memberships')
        .updateOne(
          { project_id: projectId, user_id: guest.userId },
          { $set: { trial_started_at: new Date(0) } },
        );
  });
  return { who: guest, ids: { projectId } };
}

async function createRequest(at: WriteContext): Promise<AuditedWrite> {
  const { guest, projectId } = await createGuest(at, 'ProjectViewer');
  const { id } = await guest.session.call('projects.sponsorshipRequests.create', { projectId });
  return { ids: { id: at.ada.companyId, requestId: id } };
}

export const MEMBER_WRITES: WriteCases = {
  'projects.invite': writeCase({ beforeAndAfter: [null, { role: 'ProjectEditor' }] }, async (at) => ({
    ids: { projectId: await createProject(at) },
    body: { email: `joining${at.n}@example.org`, permission_type: 'ProjectEditor' },
  })),
  'projects.members.remove': writeCase({ beforeAndAfter: [{ role: 'ProjectViewer' }, null] }, async (at) => {
    const { guest, projectId } = await createGuest(at, 'ProjectViewer');
    return { ids: { id: projectId, userId: guest.userId } };
  }),
  'projects.invitations.withdraw': writeCase(
    { beforeAndAfter: [{ role: 'ProjectAdmin' }, null] },
    async (at) => {
      const id = await createProject(at);
      const invitation = { email: `unwelcome${at.n}@example.org`, permission_type: 'ProjectAdmin' } as const;
      await at.ada.session.call('projects.invite', { projectId: id, ...invitation });
      const { invitations } = await at.ada.session.call('projects.invitations.list', { id });
      return { ids: { id, invitationId: invitations[0]?.id ?? '' } };
    },
  ),
  'projects.lead.appoint': writeCase(
    { beforeAndAfter: [{ role: null }, { role: 'ProjectOwner' }] },
    async (at): Promise<AuditedWrite> => {
      const session = await registerMember(at.ada.session, `Lead${at.n}`, 'CompanyEditor');
      const { userId } = await identify(session);
      return { ids: { id: await createProject(at) }, body: { userId } };
    },
  ),
  'projects.seatProvenance.acknowledgeLapse': writeCase({}, createLapsedGuest),
  'projects.sponsorshipRequests.create': writeCase({}, async (at) => {
    const { guest, projectId } = await createGuest(at, 'ProjectViewer');
    return { who: guest, ids: { projectId }, body: {} };
  }),
  'companies.sponsorshipRequests.approve': writeCase(
    { beforeAndAfter: [{ role: 'ProjectViewer' }, { role: 'ProjectEditor' }] },
    createRequest,
  ),
  'companies.sponsorshipRequests.decline': writeCase({}, createRequest),
};
