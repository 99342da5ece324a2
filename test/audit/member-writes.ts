/**
 * One successful write for each mutating endpoint about the members, invitations, lead and seats of a
 * project. Part of `WRITE_CASES`, for the audit, dry-run and query-plan suites.
 */
import { createKey, emailOf, identify, registerAccount, registerMember } from '../../tools/world/accounts.ts';
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
  (await ada.key.call('projects.create', { name: `City Library ${n}` })).id;

/** An account without a company that has a role on a new project. */
async function createGuest(
  context: WriteContext,
  permission_type: 'ProjectViewer' | 'ProjectEditor',
): Promise<{ guest: Guest; projectId: number }> {
  const projectId = await createProject(context);
  const name = `Guest${context.n}`;
  const session = await registerAccount(context.anyone.base, name);
  const { userId } = await identify(session);
  const email = emailOf(name);
  await context.ada.session.call('projects.invite', { projectId, email, permission_type });
  const { id: keyId, secret, client: key } = await createKey(session, ['project:read']);
  const cookie = session.credential.cookie ?? '';
  return { projectId, guest: { session, cookie, key, secret, userId, keyId, email } };
}

/** A guest whose trial began long ago. */
async function createLapsedGuest(context: WriteContext): Promise<AuditedWrite> {
  const { guest, projectId } = await createGuest(context, 'ProjectEditor');
  await withDatabases(context.node.node.config.databasePrefix, async (databases) => {
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

async function createRequest(context: WriteContext): Promise<AuditedWrite> {
  const { guest, projectId } = await createGuest(context, 'ProjectViewer');
  const { id } = await guest.session.call('projects.sponsorshipRequests.create', { projectId });
  return { ids: { id: context.ada.companyId, requestId: id } };
}

export const MEMBER_WRITES: WriteCases = {
  'projects.invite': writeCase({ beforeAndAfter: [null, { role: 'ProjectEditor' }] }, async (context) => ({
    ids: { projectId: await createProject(context) },
    body: { email: `joining${context.n}@example.org`, permission_type: 'ProjectEditor' },
  })),
  'projects.members.remove': writeCase(
    { beforeAndAfter: [{ role: 'ProjectViewer' }, null] },
    async (context) => {
      const { guest, projectId } = await createGuest(context, 'ProjectViewer');
      return { ids: { id: projectId, userId: guest.userId } };
    },
  ),
  'projects.invitations.withdraw': writeCase(
    { beforeAndAfter: [{ role: 'ProjectAdmin' }, null] },
    async (context) => {
      const id = await createProject(context);
      const invitation = {
        email: `unwelcome${context.n}@example.org`,
        permission_type: 'ProjectAdmin',
      } as const;
      await context.ada.session.call('projects.invite', { projectId: id, ...invitation });
      const { invitations } = await context.ada.session.call('projects.invitations.list', { id });
      return { ids: { id, invitationId: invitations[0]?.id ?? '' } };
    },
  ),
  'projects.lead.appoint': writeCase(
    { beforeAndAfter: [{ role: null }, { role: 'ProjectOwner' }] },
    async (context): Promise<AuditedWrite> => {
      const session = await registerMember(context.ada.session, `Lead${context.n}`, 'CompanyEditor');
      const { userId } = await identify(session);
      return { ids: { id: await createProject(context) }, body: { userId } };
    },
  ),
  'projects.seatProvenance.acknowledgeLapse': writeCase({}, createLapsedGuest),
  'projects.sponsorshipRequests.create': writeCase({}, async (context) => {
    const { guest, projectId } = await createGuest(context, 'ProjectViewer');
    return { who: guest, ids: { projectId }, body: {} };
  }),
  'companies.sponsorshipRequests.approve': writeCase(
    { beforeAndAfter: [{ role: 'ProjectViewer' }, { role: 'ProjectEditor' }] },
    createRequest,
  ),
  'companies.sponsorshipRequests.decline': writeCase({}, createRequest),
};
