/** A company writes a standard: the 2010 ADA Standards as markdown and as elements, published, saved by two people at once. */
import type { Client } from '../rest-client/client.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from '../rest-client/json.ts';
import { loadDocument } from './documents.ts';
import { check, type Report } from './report.ts';

export interface WrittenStandard {
  /** The company's administrator, by key. */
  author: Client;
  /** A colleague of the same company, by key. */
  colleague: Client;
  standardId: number;
  firstRevisionId: number;
  secondRevisionId: number;
}

const GRANT = [
  'standard:read',
  'standard:view_revisions',
  'standard:view_drafts',
  'standard:create',
  'standard:update',
  'standard:revision:save',
  'category:read',
  'category:create',
  'project:create',
  'project:read',
  'project:revision:view',
  'project:draft:view',
  'project:draft:create',
  'project:draft:edit',
  'project:draft:delete',
  'project:publish',
  'project:export',
  'project:download',
  'project:upload',
  'datasheet:read',
];

export async function writeStandard(anyone: Client, report: Report): Promise<WrittenStandard> {
  const { author, colleague, companyId } = await openCompany(anyone, report);
  const category = await author.post('/api/categories', {
    name: 'Accessibility',
    subject_type: 'company',
    subject_id: companyId,
  });
  const document = loadDocument('ada-2010-standards', 'ada-2010-dimensions');

  const created = await author.post('/api/standards', {
    name: document.title,
    category_id: numberOf(category, 'id'),
    subject_type: 'company',
    description: 'Scoping and technical requirements for accessibility.',
  });
  const standardId = numberOf(created, 'id');
  const path = `/api/standards/${standardId}`;
  await author.put(`${path}/working-copy`, { elements: document.elements, datasheetElements: document.fields });
  const first = await author.post(`${path}/publish`, { summary: 'As published in 2010', severity: 'major' });
  const firstRevisionId = revisionId(first);
  const read = await author.get(`${path}?revisionId=${firstRevisionId}`);
  check(listOf(read, 'elements').length === document.elements.length, 'every element is there');
  check(listOf(read, 'datasheet_elements').length === document.fields.length, 'every field is there');
  report(
    'Standard published',
    `${document.title}: ${document.elements.length} elements, ${document.fields.length} fields, revision 1.0.0`,
  );

  await loadAsMarkdown(author, created, read, standardId, report);
  const secondRevisionId = await saveTogether(author, colleague, standardId, report);
  return { author, colleague, standardId, firstRevisionId, secondRevisionId };
}

async function openCompany(anyone: Client, report: Report): Promise<{ author: Client; colleague: Client; companyId: number }> {
  // Addresses are taken once and for all; the demonstration may be played again on the same service.
  const mark = Date.now().toString(36);
  const password = 'a long enough password';
  const register = (name: string, more: Json = {}): Promise<Client> =>
    anyone.session('account.register', { email: `${name}.${mark}@example.org`, password, name, ...more });
  const owner = await register('Ada', { company_name: 'Access Specifiers' });
  const companyId = numberOf(objectOf(await owner.get('/api/whoami'), 'user'), 'company_id');
  const mate = await register('Byron');
  await owner.post(`/api/companies/${companyId}/members`, { email: `byron.${mark}@example.org`, role: 'CompanyEditor' });
  const keyOf = async (session: Client, name: string): Promise<Client> =>
    session.as({ key: textOf(await session.post('/api/account/keys', { name, permissions: GRANT }), 'secret') });
  const author = await keyOf(owner, 'demonstration');
  const colleague = await keyOf(mate, 'demonstration');
  report('Company registered', `Access Specifiers (company ${companyId}), two people, a key each`);
  return { author, colleague, companyId };
}

/** The same content as markup makes the same revision content: equal hashes. */
async function loadAsMarkdown(author: Client, created: Json, read: Json, standardId: number, report: Report): Promise<void> {
  const markdown = textOf(await author.get(`/api/standards/${standardId}?format=markdown`), 'markdown');
  const validated = await author.post('/api/standards/validate-markdown', { markdown });
  check(validated.ok === true, `the markup is valid: ${JSON.stringify(listOf(validated, 'errors').slice(0, 3))}`);
  const twin = await author.post('/api/standards', {
    name: `${textOf(created, 'name')} (from markdown)`,
    category_id: numberOf(created, 'category_id'),
    subject_type: 'company',
  });
  const twinId = numberOf(twin, 'id');
  await author.put(`/api/standards/${twinId}/working-copy`, { markdown });
  await author.post(`/api/standards/${twinId}/publish`, { summary: 'The same text, as markdown' });
  const again = await author.get(`/api/standards/${twinId}`);
  check(textOf(again, 'content_hash') === textOf(read, 'content_hash'), 'markdown and elements give the same content hash');
  report(
    'Loaded as markdown',
    `${markdown.length.toLocaleString('en')} characters, the same content hash ${textOf(read, 'content_hash').slice(0, 12)}…`,
  );
}

/** Two people read the same working copy and save different clauses: the second save is merged, nobody loses a word. */
async function saveTogether(author: Client, colleague: Client, standardId: number, report: Report): Promise<number> {
  const path = `/api/standards/${standardId}`;
  await author.post(`${path}/edit`);
  const read = await author.get(`${path}/working-copy`);
  const elements = listOf(read, 'elements');
  const [mine, theirs] = elements.filter(({ content }) => typeof content === 'string' && content.length > 40);
  if (!mine || !theirs) throw new Error('the document has no clauses to edit');
  const reword = (element: Json, more: string): Json[] =>
    elements.map((each) => (each === element ? { ...each, content: `${String(each.content)} ${more}` } : each));
  const base = {
    baseVersion: textOf(read, 'version'),
    baseElements: elements.map(({ element_id, address, hash }) => ({ elementId: element_id, address, hash })),
  };

  await author.put(`${path}/working-copy`, { ...base, elements: reword(mine, 'Reviewed by Ada.') });
  const merged = await colleague.put(`${path}/working-copy`, { ...base, elements: reword(theirs, 'Reviewed by Byron.') });
  check(merged.merged === true, 'the second save is merged');
  const after = listOf(await author.get(`${path}/working-copy`), 'elements');
  const texts = after.map(({ content }) => String(content));
  check(
    texts.some((text) => text.endsWith('Reviewed by Ada.')) && texts.some((text) => text.endsWith('Reviewed by Byron.')),
    'both edits are kept',
  );
  const conflict = await colleague.refusal('PUT', `${path}/working-copy`, { ...base, elements: reword(mine, 'Disputed.') });
  check(conflict.status === 409 && conflict.problem.code === 'EDIT_CONFLICT', 'the same clause changed twice is a conflict');
  report(
    'Saved by two people',
    `clauses ${String(mine.address)} and ${String(theirs.address)} merged; the same clause twice is ${String(conflict.problem.code)}`,
  );

  const renamed = await renameField(author, path, after);
  const published = await author.post(`${path}/publish`, { summary: 'Reviewed', severity: 'minor' });
  report('Standard published', `revision 1.1.0; the field '${renamed}' has a new meaning`);
  return revisionId(published);
}

/** A field that changes its meaning: datasheets that recorded a value for it will have to say what becomes of it (D7). */
async function renameField(author: Client, path: string, elements: Json[]): Promise<string> {
  const [field] = listOf(await author.get(`${path}/working-copy`), 'datasheet_elements');
  if (!field || elements.length === 0) throw new Error('the document has no fields');
  const label = textOf(field, 'label');
  const change = {
    element_address: textOf(field, 'element_address'),
    match_label: label,
    label: `${label}, clear`,
    input_type: 'range',
  };
  await author.put(`${path}/working-copy`, { datasheetElementsOnly: true, datasheetElements: [change] });
  return change.label;
}

/** The id of a publish answer's revision. */
const revisionId = (answer: Json): number => numberOf(objectOf(answer, 'revision'), 'id');
