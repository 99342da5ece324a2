/** One successful write for each endpoint that mutates data, and the audit entry it must leave. */
import type { RestClient } from '../../scripts/rest-client/client.ts';
import type { EndpointResult as ToldOf } from '../../scripts/rest-client/endpoint-requests.ts';
import type { JsonObject } from '../../scripts/rest-client/json.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import type { Mailbox } from '../mailbox.ts';
import { TENANT_PASSWORD } from '../world/population.ts';
import type { TestWorld } from '../world/test-world.ts';

/** Somebody who writes. */
interface WritingAccount {
  session: RestClient;
  /** The cookie that says so. */
  cookie: string;
  key: RestClient;
  secret: string;
  userId: number;
  keyId: number;
}

/** One write that succeeds and changes something. */
export interface AuditedWrite {
  ids?: Readonly<Record<string, string | number>>;
  body?: object;
  form?: FormData;
  /** Default: Ada, who administers her company and the site. */
  who?: WritingAccount;
  /** The account that the entry names where nobody is signed in; null: nobody. */
  by?: number | null;
}

/** What its entry must tell beside who and what. */
interface ExpectedAuditDetails {
  /** Which revision, or version. */
  revision?: true;
  /** Roles, permissions or limits before and after: these members at least; null for none. */
  roles?: readonly [JsonObject | null, JsonObject | null];
}

interface WriteCase {
  concerns: ExpectedAuditDetails;
  make(at: WriteContext): Promise<AuditedWrite>;
}

interface WriteContext extends Pick<TestWorld, 'anyone' | 'ada' | 'wiki'> {
  /** Another number each time, for names. */
  n: number;
  mailbox: Mailbox;
}

const MARKUP = (word: string): string =>
  `# 1 Materials\n\n1.1 Cement is ${word}.\n\n1.2 Strength as in the datasheet.\n\n\`\`\`field\nlabel: Strength\ntype: range\nunit: MPa\n\`\`\`\n`;
const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

async function createPerson({ anyone, n }: WriteContext): Promise<WritingAccount & { email: string }> {
  const email = `person${n}@example.org`;
  const session = await anyone.openSession('account.register', {
    email,
    password: TENANT_PASSWORD,
    name: `Person ${n}`,
  });
  const { secret, id: keyId } = await session.call('account.keys.create', {
    name: 'all',
    permissions: ['project:create'],
  });
  const { user } = await session.call('discovery.whoami');
  const cookie = session.credential.cookie ?? '';
  return {
    session,
    cookie,
    key: anyone.withCredential({ key: secret }),
    secret,
    userId: user.id,
    keyId,
    email,
  };
}

/** A published standard of Ada's; with `revisions: 2` and a second one. */
async function createStandard(
  { ada: { key, categoryId }, n }: WriteContext,
  revisions = 1,
): Promise<{ id: number; revisionIds: number[] }> {
  const about = { name: `Standard ${n}`, category_id: categoryId, subject_type: 'company' } as const;
  const { id } = await key.call('standards.create', about);
  const revisionIds: number[] = [];
  for (const word of ['plain', 'blended'].slice(0, revisions)) {
    if (revisionIds.length > 0) await key.call('standards.edit', { id });
    await key.call('standards.workingCopy.save', { id, markdown: MARKUP(word) });
    revisionIds.push((await key.call('standards.publish', { id, summary: 'Issue' })).revision.id);
  }
  return { id, revisionIds };
}

async function createProject({ ada, n }: WriteContext): Promise<{ id: number; version: string }> {
  const { id, draftVersion } = await ada.key.call('projects.create', { name: `Project ${n}` });
  return { id, version: draftVersion };
}

interface ProjectWithStandard {
  id: number;
  standardId: number;
  to: number;
  sheet: ToldOf<'datasheets.create'>;
}

/** A project that holds the first of two revisions of a standard, with a datasheet on it. */
async function createProjectWithStandard(at: WriteContext): Promise<ProjectWithStandard> {
  const { key } = at.ada;
  const { id: standardId, revisionIds } = await createStandard(at, 2);
  const [revisionId = 0, to = 0] = revisionIds;
  const { id } = await createProject(at);
  await key.call('projects.standards.add', { id, action: 'import', standardId, revisionId });
  const sheet = await key.call('datasheets.create', {
    standard_id: standardId,
    project_id: id,
    name: 'Foundations',
  });
  return { id, standardId, to, sheet };
}

async function createPublishedProject(at: WriteContext): Promise<number> {
  const { id } = await createProject(at);
  await at.ada.key.call('projects.publish', { id });
  return id;
}

const PAGE = (n: number) => ({
  librarySlug: 'codes',
  title: `Code ${n}`,
  content: `---\ntitle: Code ${n}\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n`,
});

const createSpareKey = async ({ ada }: WriteContext): Promise<AuditedWrite> => {
  const { id } = await ada.session.call('account.keys.create', {
    name: 'spare',
    permissions: ['datasheet:read'],
  });
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

const REVISION: ExpectedAuditDetails = { revision: true };
const change = (concerns: ExpectedAuditDetails, make: WriteCase['make']): WriteCase => ({ concerns, make });

/** Told by endpoint. An endpoint that writes and is not here fails the test. */
export const AUDITED_WRITES: Readonly<Partial<Record<EndpointId, WriteCase>>> = {
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
  'standards.create': change(REVISION, async ({ ada, n }) => ({
    body: { name: `Fresh ${n}`, category_id: ada.categoryId, subject_type: 'company' },
  })),
  'standards.update': change({}, async (at) => ({
    ids: { id: (await createStandard(at)).id },
    body: { name: `Renamed ${at.n}` },
  })),
  'standards.edit': change(REVISION, async (at) => ({ ids: { id: (await createStandard(at)).id } })),
  'standards.workingCopy.save': change(REVISION, async (at) => {
    const { id } = await createStandard(at);
    const { elements } = await at.ada.key.call('standards.edit', { id });
    const renamed = elements.map((each, place) =>
      place === 0 ? { ...each, toc_content: `Materials ${at.n}` } : each,
    );
    return { ids: { id }, body: { elements: renamed } };
  }),
  'standards.workingCopy.discard': change(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    return { ids: { id } };
  }),
  'standards.publish': change(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    await at.ada.key.call('standards.workingCopy.save', { id, markdown: MARKUP('other') });
    return { ids: { id }, body: { summary: 'Again' } };
  }),
  'categories.create': change(REVISION, async (at) => ({
    body: { name: `Section ${at.n}`, subject_type: 'project', subject_id: (await createProject(at)).id },
  })),
  'admin.wiki.libraries.create': change({}, async ({ n }) => ({
    body: { slug: `library-${n}`, name: `Library ${n}` },
  })),
  'wiki.categories.create': change({}, async ({ wiki, n }) => ({
    body: { librarySlug: wiki.librarySlug, name: `Category ${n}`, slug: `category-${n}` },
  })),
  'wiki.standards.create': change(REVISION, async ({ n }) => ({ body: PAGE(n) })),
  'wiki.standards.directAdopt': change(REVISION, async ({ ada, n }) => {
    const { id, current_revision } = await ada.session.call('wiki.standards.create', PAGE(n));
    return { ids: { id }, body: { sourceRevisionId: current_revision.id } };
  }),
  'projects.create': change({ revision: true, roles: [null, { role: 'ProjectOwner' }] }, async ({ n }) => ({
    body: { name: `Project ${n}` },
  })),
  'projects.edit': change(REVISION, async (at) => {
    const { id, version } = await createProject(at);
    return { ids: { id }, body: { baseVersion: version, summary: 'A summary' } };
  }),
  'projects.draft.create': change(REVISION, async (at) => ({
    ids: { id: await createPublishedProject(at) },
  })),
  'projects.publish': change(REVISION, async (at) => ({
    ids: { id: (await createProject(at)).id },
    body: {},
  })),
  'projects.revert': change(REVISION, async (at) => {
    const id = await createPublishedProject(at);
    await at.ada.key.call('projects.draft.create', { id });
    return { ids: { id } };
  }),
  'projects.standards.add': change(REVISION, async (at) => ({
    ids: { id: (await createProject(at)).id },
    body: { action: 'import', standardId: at.ada.standardId },
  })),
  'projects.standardRevisions.apply': change(REVISION, async (at) => {
    const { id, standardId, to } = await createProjectWithStandard(at);
    return { ids: { id }, body: { changes: [{ standardId, toStandardRevisionId: to }] } };
  }),
  'projects.export': change(REVISION, async (at) => ({
    ids: { id: await createPublishedProject(at) },
    body: {},
  })),
  'datasheets.create': change(REVISION, async (at) => {
    const { id, standardId } = await createProjectWithStandard(at);
    return { body: { standard_id: standardId, project_id: id, name: 'Walls' } };
  }),
  'datasheets.revise': change(REVISION, async (at) => {
    const { sheet } = await createProjectWithStandard(at);
    const { id, version, elements } = sheet;
    const changes = elements.slice(0, 1).map((element) => ({ element_id: element.id, new_value: '35' }));
    return { ids: { id }, body: { severity: 'MINOR', baseVersion: version, changes } };
  }),
  'datasheets.upgrade': change(REVISION, async (at) => {
    const { sheet, to } = await createProjectWithStandard(at);
    return { ids: { id: sheet.id }, body: { toStandardRevisionId: to } };
  }),
  'standards.batchUpgrade': change(REVISION, async (at) => {
    const { id, standardId, to } = await createProjectWithStandard(at);
    return { ids: { standardId }, body: { project_id: id, to_revision_id: to } };
  }),
  'files.upload': change(REVISION, async (at) => {
    const form = new FormData();
    form.set('files', new Blob([DRAWING], { type: 'application/pdf' }), 'A-102.pdf');
    return { ids: { projectId: (await createProject(at)).id }, form };
  }),
};
