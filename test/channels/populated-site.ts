/** A site as it looks after some weeks: a published standard being edited, a project with an issued revision and an open draft, files. */
import { Client } from '../../scripts/rest-client/client.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../../scripts/rest-client/json.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { whoIs } from '../sign-up.ts';
import type { Caller } from '../site/channels.ts';

export interface PopulatedSite {
  node: TestNode;
  /** An editor with a key that may do all that its owner may. */
  byKey: Caller;
  /** The same editor in a browser. */
  bySession: Caller;
  standardId: number;
  firstRevisionId: number;
  projectId: number;
  issuedRevisionId: number;
  datasheetId: number;
  /** The datasheet's revision before its last one. */
  earlierDatasheetRevisionId: number;
  stop(): Promise<void>;
}

const PASSWORD = 'a long enough password';

const CLAUSES = [
  { address: '1', toc_content: 'Materials', content: '', attributes: { inToc: true } },
  { address: '1.1', toc_content: '', content: 'Cement shall be Portland cement.' },
  { address: '1.2', toc_content: '', content: 'Concrete shall reach the strength given in the datasheet.' },
];
const FIELDS = [
  { element_address: '1.2', label: 'Strength', input_type: 'select', options: ['C25', 'C30'], default_value: 'C25' },
  { element_address: '1.2', label: 'Supplier', input_type: 'text' },
];

export async function startPopulatedSite(): Promise<PopulatedSite> {
  const node = await startTestNode();
  try {
    const { browser, token } = await register(new Client(node.node.address ?? ''));
    const secret = textOf(await browser.post('/api/account/keys', { name: 'all', permissions: [...PERMISSIONS] }), 'secret');
    const client = browser.as({ key: secret });
    return {
      node,
      byKey: { node, principal: await whoIs(node, 'key', secret), client },
      bySession: { node, principal: await whoIs(node, 'session', token), client: browser },
      ...(await populate(client)),
      stop: () => node.stop(),
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

async function register(anyone: Client): Promise<{ browser: Client; token: string }> {
  const who = { email: 'ada@example.org', password: PASSWORD, name: 'Ada', company_name: 'Acme' };
  const { headers } = await anyone.exchange('POST', '/api/account/register', who);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { browser: anyone.as({ cookie }), token: cookie.slice(cookie.indexOf('=') + 1) };
}

/** A standard published twice, the second time with an open working copy over it. */
async function writeStandard(client: Client): Promise<{ standardId: number; firstRevisionId: number }> {
  const category = await client.post('/api/categories', { name: 'Concrete', subject_type: 'company' });
  const created = { name: 'Cast-in-place concrete', category_id: numberOf(category, 'id'), subject_type: 'company' };
  const standardId = numberOf(await client.post('/api/standards', created), 'id');
  const path = `/api/standards/${standardId}`;
  await client.put(`${path}/working-copy`, { elements: CLAUSES, datasheetElements: FIELDS });
  const published = await client.post(`${path}/publish`, { summary: 'First issue' });
  await client.post(`${path}/edit`);
  return { standardId, firstRevisionId: numberOf(objectOf(published, 'revision'), 'id') };
}

type Content = Omit<PopulatedSite, 'node' | 'byKey' | 'bySession' | 'stop'>;

async function populate(client: Client): Promise<Content> {
  const { standardId, firstRevisionId } = await writeStandard(client);
  const projectId = numberOf(
    await client.post('/api/projects/create', { name: 'City library', address_city: 'Springfield' }),
    'id',
  );
  await client.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
  const sheet = await client.post('/api/datasheet', { standard_id: standardId, project_id: projectId, name: 'Foundations' });
  const datasheetId = numberOf(sheet, 'id');
  await upload(client, projectId);
  const issued = await client.post(`/api/projects/${projectId}/publish`, { revision_name: 'Issued' });
  await client.post(`/api/projects/${projectId}/draft/create`);
  const details = await client.get(`/api/projects/details/${projectId}`);
  await client.put(`/api/projects/edit/${projectId}`, { baseVersion: textOf(details, 'draftVersion'), summary: 'Draft words' });
  const [field] = listOf(sheet, 'elements');
  const changes = [{ element_id: numberOf(field ?? {}, 'id'), new_value: 'C30' }];
  await client.post(`/api/datasheet/${datasheetId}/revise`, {
    severity: 'MINOR',
    baseVersion: textOf(sheet, 'version'),
    changes,
  });
  const [, earlier] = listOf(await client.get(`/api/datasheet/${datasheetId}/revisions`), 'revisions');
  return {
    standardId,
    firstRevisionId,
    projectId,
    issuedRevisionId: numberOf(objectOf(issued, 'revision'), 'id'),
    datasheetId,
    earlierDatasheetRevisionId: numberOf(earlier ?? {}, 'id'),
  };
}

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(client: Client, projectId: number): Promise<void> {
  const parts: [string, string, Buffer][] = [
    ['plan.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')],
    ['photo.png', 'image/png', ONE_PIXEL],
  ];
  for (const [name, type, bytes] of parts) {
    const form = new FormData();
    form.set('files', new Blob([bytes], { type }), name);
    await client.post(`/api/files/projects/${projectId}/upload`, form);
  }
}

/** A version of the working copy that two later saves have left behind, with what its reader would send. */
export interface Stale {
  baseVersion: string;
  baseElements: Json[];
  /** All clauses, with other words in the first clause (saved meanwhile by somebody else as well) or in the second. */
  elements(edit: 'the same clause' | 'another clause'): Json[];
  /** The clause that was saved meanwhile. */
  elementId: number;
  /** The version between the two saves. */
  between: string;
}

let words = 0;

/** Reads the working copy, then saves its first clause twice. */
export async function fallBehind({ byKey: { client }, standardId }: PopulatedSite): Promise<Stale> {
  const path = `/api/standards/${standardId}/working-copy`;
  const read = await client.get(path);
  const clauses = listOf(read, 'elements');
  const [first, second] = clauses.filter(({ content }) => content !== '');
  const reworded = (clause: Json | undefined): Json[] => {
    words += 1;
    return clauses.map((each) => (each === clause ? { ...each, content: `Other words, number ${words}.` } : each));
  };
  const between = await client.put(path, { elements: reworded(first) });
  await client.put(path, { elements: reworded(first) });
  return {
    baseVersion: textOf(read, 'version'),
    baseElements: clauses.map(({ element_id, address, hash }) => ({ elementId: element_id, address, hash })),
    elements: (edit) => reworded(edit === 'another clause' ? second : first),
    elementId: numberOf(first ?? {}, 'element_id'),
    between: textOf(between, 'version'),
  };
}
