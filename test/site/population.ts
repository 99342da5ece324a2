/** Two companies that have one of everything, on a running service. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../scripts/rest-client/client.ts';
import { listOf, numberOf, objectOf, textOf } from '../../scripts/rest-client/json.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';

export const PASSWORD = 'a long enough password';

/** One company's things. */
export interface Belongings {
  /** Its administrator, signed in; and the cookie that says so. */
  session: Client;
  cookie: string;
  /** The same person by a key that carries every permission. */
  key: Client;
  secret: string;
  userId: number;
  companyId: number;
  keyId: number;
  categoryId: number;
  libraryId: number;
  standardId: number;
  /** Both revisions of the standard, the older first. */
  revisionIds: [number, number];
  fieldId: number;
  projectId: number;
  projectRevisionId: number;
  datasheetId: number;
  /** The datasheet's. */
  version: string;
  /** Both revisions of the datasheet, the older first. */
  datasheetRevisionIds: [number, number];
  fileId: number;
}

export interface WikiThings {
  librarySlug: string;
  standardSlug: string;
  pageId: string;
  revisionId: string;
}

export interface Population {
  anyone: Client;
  /** The site's first administrator, signed in. */
  administrator: Client;
  /** Whose things are asked for. She is a site administrator too, so that no permission stands before the check under test. */
  ada: Belongings;
  /** Who asks for what is not hers: the same rank in a company of her own. */
  mallory: Belongings;
  wiki: WikiThings;
}

/** Fills a running service, wherever it runs. */
export async function populate(base: string): Promise<Population> {
  const anyone = new Client(base);
  const administrator = await anyone.session('account.login', {
    email: 'admin@example.org',
    password: 'correct horse battery',
  });
  await acceptAgreement(administrator);
  const ada = await settle(anyone, 'ada');
  const mallory = await settle(anyone, 'mallory');
  await administrator.send('PATCH', `/api/admin/users/${ada.userId}`, { site_roles: ['SiteAdmin'] });
  await acceptAgreement(ada.session);
  return { anyone, administrator, ada, mallory, wiki: await writePage(administrator) };
}

async function acceptAgreement(session: Client): Promise<void> {
  await session.post('/api/account/cla/accept', { document_id: numberOf(await session.get('/api/account/cla'), 'id') });
}

export async function writePage(session: Client): Promise<WikiThings> {
  const librarySlug = 'codes';
  await session.post('/api/admin/wiki/libraries', { slug: librarySlug, name: 'Codes' });
  const content = '---\ntitle: Concrete code\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n';
  const page = await session.post('/api/wiki/standards', { librarySlug, title: 'Concrete code', content });
  const revisionId = textOf(objectOf(page, 'current_revision'), 'id');
  const pageId = textOf(page, 'id');
  await session.post(`/api/wiki/standards/${pageId}/direct-adopt`, { sourceRevisionId: revisionId });
  await untilCopied(session, pageId);
  return { librarySlug, standardSlug: textOf(page, 'slug'), pageId, revisionId };
}

/** Adoption copies in the background. */
async function untilCopied(session: Client, pageId: string): Promise<void> {
  for (let waited = 0; waited < 100; waited += 1) {
    const [edition] = listOf(await session.get(`/api/wiki/standards/${pageId}/adopted`), 'adopted_revisions');
    if (edition?.syncStatus === 'done') return;
    await delay(50);
  }
  throw new Error('the edition was not copied within 5 s');
}

const MARKUP = `# 1 Materials

1.1 Cement shall be Portland cement.

1.2 Concrete shall reach the strength given in the datasheet.

\`\`\`field
label: Compressive strength
type: range
unit: MPa
\`\`\`
`;

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

export async function settle(anyone: Client, name: string): Promise<Belongings> {
  const registered = await anyone.exchange('POST', '/api/account/register', {
    email: `${name}@example.org`,
    password: PASSWORD,
    name,
    company_name: `Company of ${name}`,
  });
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const session = anyone.as({ cookie });
  const user = objectOf(await session.get('/api/whoami'), 'user');
  const made = await session.post('/api/account/keys', { name: `key of ${name}`, permissions: [...PERMISSIONS] });
  const secret = textOf(made, 'secret');
  const who = {
    session,
    cookie,
    key: anyone.as({ key: secret }),
    secret,
    userId: numberOf(user, 'id'),
    keyId: numberOf(made, 'id'),
  };
  const standard = await writeStandard(who.key, name);
  const project = await runProject(who.key, name, standard.standardId);
  return { ...who, companyId: numberOf(user, 'company_id'), ...standard, ...project };
}

type StandardThings = Pick<Belongings, 'categoryId' | 'libraryId' | 'standardId' | 'revisionIds' | 'fieldId'>;
async function writeStandard(author: Client, name: string): Promise<StandardThings> {
  const category = await author.post('/api/categories', { name: `Concrete of ${name}`, subject_type: 'company' });
  const categoryId = numberOf(category, 'id');
  const created = await author.post('/api/standards', {
    name: `Standard of ${name}`,
    category_id: categoryId,
    subject_type: 'company',
  });
  const standardId = numberOf(created, 'id');
  const publish = async (markdown: string): Promise<number> => {
    await author.put(`/api/standards/${standardId}/working-copy`, { markdown });
    const { revision } = await author.post(`/api/standards/${standardId}/publish`, { summary: 'Issue' });
    return numberOf(objectOf({ revision }, 'revision'), 'id');
  };
  const first = await publish(MARKUP);
  await author.post(`/api/standards/${standardId}/edit`);
  const second = await publish(MARKUP.replace('Portland', 'blended'));
  await author.post(`/api/standards/${standardId}/edit`);
  const read = await author.get(`/api/standards/${standardId}`);
  const [field] = listOf(read, 'datasheet_elements');
  const libraryId = numberOf(objectOf(read, 'library'), 'id');
  return { categoryId, libraryId, standardId, revisionIds: [first, second], fieldId: numberOf(field ?? {}, 'id') };
}

type ProjectThings = Pick<
  Belongings,
  'projectId' | 'projectRevisionId' | 'datasheetId' | 'version' | 'datasheetRevisionIds' | 'fileId'
>;
async function runProject(author: Client, name: string, standardId: number): Promise<ProjectThings> {
  const projectId = numberOf(await author.post('/api/projects/create', { name: `Project of ${name}` }), 'id');
  await author.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
  const sheet = await author.post('/api/datasheet', {
    standard_id: standardId,
    project_id: projectId,
    name: 'Foundations',
    elementValues: { '1.2': '30' },
  });
  const datasheetId = numberOf(sheet, 'id');
  const [element] = listOf(sheet, 'elements');
  const changes = [{ element_id: numberOf(element ?? {}, 'id'), new_value: '35' }];
  const { version } = await author.get(`/api/datasheet/${datasheetId}`);
  await author.post(`/api/datasheet/${datasheetId}/revise`, { severity: 'MINOR', baseVersion: version, changes });
  const revisions = listOf(await author.get(`/api/datasheet/${datasheetId}/revisions`), 'revisions').map((row) =>
    numberOf(row, 'id'),
  );
  const form = new FormData();
  form.set('files', new Blob([PDF], { type: 'application/pdf' }), 'A-101.pdf');
  const [file] = listOf(await author.post(`/api/files/projects/${projectId}/upload`, form), 'files');
  const published = await author.post(`/api/projects/${projectId}/publish`, {});
  await author.post(`/api/projects/${projectId}/draft/create`, {});
  const [older = 0, newer = 0] = revisions.sort((one, other) => one - other);
  return {
    projectId,
    projectRevisionId: numberOf(objectOf(published, 'revision'), 'id'),
    datasheetId,
    version: textOf(await author.get(`/api/datasheet/${datasheetId}`), 'version'),
    datasheetRevisionIds: [older, newer],
    fileId: numberOf(file ?? {}, 'id'),
  };
}
