/**
 * World of the permission matrix: the callers (members of one company, a former member, a stranger, a site
 * administrator, most by key and by session; also one without a credential) and the resources of the
 * company, created over HTTP.
 */
import { randomUUID } from 'node:crypto';
import {
  type CompanyRole,
  PERMISSIONS,
  type Permission,
  type SiteRole,
} from '../../shared/contracts/permissions.ts';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import {
  ACCOUNT_PASSWORD,
  acceptAgreement,
  createKey,
  emailOf,
  identify,
  registerAccount,
  registerMember,
} from '../../tools/world/accounts.ts';
import { createTenant, type TenantResources } from '../../tools/world/population.ts';
import { createAdoptedPage, type WikiPageResources } from '../../tools/world/resources.ts';
import { eventually } from '../eventually.ts';

/** A caller with its roles and grant, from which alone the expected responses follow. */
export interface MatrixCaller {
  name: string;
  client: RestClient;
  credential: 'none' | 'key' | 'session';
  /** Permissions of the key; null for a session, which has all. */
  granted: readonly Permission[] | null;
  siteRoles: readonly SiteRole[];
  /** The role in the company that owns the requested resources; null: another company, or none. */
  roleInCompany: CompanyRole | null;
  /** The role in the caller's own company, whichever that is. */
  companyRole: CompanyRole | null;
  /** Name of the account, for resources of a single account. */
  account: string;
  /** Signs in once more, for requests that end the session. */
  signIn: (() => Promise<RestClient>) | null;
  /** What whoami answers: dormant permissions, and each scoped `permission on type id`. */
  whoami: { dormant: ReadonlySet<string>; scoped: ReadonlySet<string> };
}

/** Resources of the service, and accounts of the company that owns most of them. */
export interface MatrixResources {
  owner: TenantResources;
  stranger: TenantResources;
  wiki: WikiPageResources;
  /** A moderation matter, resolved. */
  matterId: number;
  viewerId: number;
  editorId: number;
  viewerEmail: string;
  /** An account without a company, which is added and removed again: a new one each time. */
  passerby: { session: RestClient; email: string; id: number };
  replacePasserby(): Promise<void>;
  /** Invitation to the stranger's company for the viewer, who belongs to another. */
  ownInvitationId: string;
  inviteViewer(): Promise<void>;
  /** A notification of the viewer's. */
  notificationId: number;
  /** An unused key of the administrator. */
  spareKeyId: number;
  /** The last file that the editor uploaded into the draft of the owner's project. */
  editorFileId: number;
  uploadByEditor(): Promise<number>;
  /** An empty folder of that project. */
  spareFolderId: number;
}

export interface MatrixWorld {
  resources: MatrixResources;
  callers: MatrixCaller[];
}

/** A started service with the world of the matrix, for suites that run in each mode. */
export interface RunningMatrixWorld {
  world: MatrixWorld;
  stop(): Promise<void>;
}

/**
 * A permission that no endpoint requires: that of the legacy comments, which are closed.
 */
export const UNUSED_PERMISSION: Permission = 'datasheet:comment';

type CallerWithoutWhoami = Omit<MatrixCaller, 'whoami'>;
type CallerRoles = Pick<MatrixCaller, 'account' | 'siteRoles' | 'roleInCompany' | 'companyRole'>;

/** Fills a running service over HTTP. */
export async function buildMatrixWorld(
  base: string,
  administrator: { email: string; password: string },
): Promise<MatrixWorld> {
  const anyone = new RestClient(base);
  const siteAdmin = await anyone.openSession('account.login', administrator);
  await acceptAgreement(siteAdmin);
  const wiki = await createAdoptedPage(siteAdmin);
  const matterId = await createMatter(siteAdmin, wiki);
  const owner = await createTenant(anyone, 'owner');
  const stranger = await createTenant(anyone, 'stranger');

  const join = async (name: string, role: CompanyRole) => {
    const session = await registerMember(owner.session, name, role);
    return { session, ...(await identify(session)) };
  };
  const viewer = await join('viewer', 'CompanyViewer');
  const editor = await join('editor', 'CompanyEditor');
  const leaver = await join('leaver', 'CompanyAdmin');
  const createPasserby = async (): Promise<MatrixResources['passerby']> => {
    const name = `passerby-${randomUUID()}`;
    const session = await registerAccount(base, name);
    return { session, email: emailOf(name), id: (await identify(session)).userId };
  };

  const both = async (
    name: string,
    session: RestClient,
    who: CallerRoles,
    email = emailOf(who.account),
  ): Promise<CallerWithoutWhoami[]> => [
    {
      name: `${name}, full key`,
      client: (await createKey(session)).client,
      credential: 'key',
      granted: PERMISSIONS,
      ...who,
      signIn: null,
    },
    {
      name: `${name}, session`,
      client: session,
      credential: 'session',
      granted: null,
      ...who,
      signIn: () =>
        anyone.openSession('account.login', {
          email,
          password: email === administrator.email ? administrator.password : ACCOUNT_PASSWORD,
        }),
    },
  ];
  const of = (account: string, role: CompanyRole): CallerRoles => ({
    account,
    siteRoles: [],
    roleInCompany: role,
    companyRole: role,
  });
  const nobody: CallerRoles = { account: '', siteRoles: [], roleInCompany: null, companyRole: null };

  const callers: CallerWithoutWhoami[] = [
    { name: 'no credential', client: anyone, credential: 'none', granted: [], ...nobody, signIn: null },
    {
      name: 'administrator, empty key',
      client: (await createKey(owner.session, [UNUSED_PERMISSION])).client,
      credential: 'key',
      granted: [UNUSED_PERMISSION],
      ...of('owner', 'CompanyAdmin'),
      signIn: null,
    },
    // The full key of somebody who administered the company when it was made: all its permissions there are
    // dormant now.
    ...(await both('dormant, since its owner left the company', leaver.session, {
      ...nobody,
      account: 'leaver',
    })),
    ...(await both('stranger', stranger.session, {
      ...nobody,
      account: 'stranger',
      companyRole: 'CompanyAdmin',
    })),
    ...(await both('viewer', viewer.session, of('viewer', 'CompanyViewer'))),
    ...(await both('editor', editor.session, of('editor', 'CompanyEditor'))),
    ...(await both('administrator', owner.session, of('owner', 'CompanyAdmin'))),
    ...(await both(
      'site administrator',
      siteAdmin,
      { ...nobody, account: 'site administrator', siteRoles: ['SiteAdmin', 'SiteContributor'] },
      administrator.email,
    )),
  ];
  await owner.session.call('companies.members.remove', { id: owner.companyId, userId: leaver.userId });

  const uploadByEditor = async (): Promise<number> => {
    const photograph = new File([], 'photo.png', { type: 'image/png' });
    const sent = { projectId: owner.projectId, files: [photograph] };
    return (await editor.session.call('files.upload', sent)).files[0]?.id ?? 0;
  };
  const inviteViewer = async (): Promise<string> => {
    const invited = { id: stranger.companyId, email: emailOf('viewer'), role: 'CompanyViewer' } as const;
    return (await stranger.session.call('companies.members.add', invited)).invitation_id ?? '';
  };
  const ownInvitationId = await inviteViewer();
  const note = await eventually(
    async () => (await viewer.session.call('account.notifications.list')).notifications[0] ?? null,
  );
  const spare = await createKey(owner.session, [UNUSED_PERMISSION], 'spare');
  const resources: MatrixResources = {
    owner,
    stranger,
    wiki,
    matterId,
    viewerId: viewer.userId,
    editorId: editor.userId,
    viewerEmail: emailOf('viewer'),
    passerby: await createPasserby(),
    async replacePasserby() {
      resources.passerby = await createPasserby();
    },
    ownInvitationId,
    inviteViewer: async () => {
      resources.ownInvitationId = await inviteViewer();
    },
    notificationId: note.id,
    spareKeyId: spare.id,
    editorFileId: await uploadByEditor(),
    uploadByEditor,
    spareFolderId: owner.folderId,
  };
  return {
    resources,
    callers: await Promise.all(
      callers.map(async (caller) => ({ ...caller, whoami: await readWhoami(caller) })),
    ),
  };
}

async function readWhoami({ client, credential }: CallerWithoutWhoami): Promise<MatrixCaller['whoami']> {
  if (credential === 'none') return { dormant: new Set(), scoped: new Set() };
  const { dormant, scoped } = await client.call('discovery.whoami');
  return {
    dormant: new Set(dormant.map(({ permission }) => permission)),
    scoped: new Set(scoped.map((row) => `${row.permission} on ${row.resource_type} ${row.resource_id}`)),
  };
}

/** Holds a clause of the edition and lifts the hold again. @returns the id of the matter */
async function createMatter(api: ApiCaller, { pageId, editionId }: WikiPageResources): Promise<number> {
  const clause = {
    id: pageId,
    adoptedRevId: editionId,
    element_addresses: ['1.1'],
    reason_code: 'spam' as const,
  };
  await api.call('wiki.adopted.elements.revoke', clause);
  await api.call('wiki.adopted.elements.restore', clause);
  const { items } = await api.call('wiki.moderation.worklist', { state: 'resolved' });
  return items[0]?.id ?? 0;
}
