/**
 * The standards part of the main job over REST: a company with two people, the 2010 ADA Standards published
 * from elements, the same text published from markdown as a second standard, merged and conflicting saves,
 * and a second revision with a renamed field. Throws when a check fails.
 */
import { randomBytes } from 'node:crypto';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { toSaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import {
  createKey,
  emailOf,
  identify,
  registerAccount,
  registerMember,
  SPECIFIER_PERMISSIONS,
} from '../world/accounts.ts';
import { baseOf, createStandard, publishStandard } from '../world/standards.ts';
import { assertRefused, assertStep, type ReportStep, type SignIn, type StepCaller } from './step-checks.ts';

/** The names of people, company and project are others than in the tour of the README. */
const COMPANY = 'Harbour Architects';

/** The standard of the job, with two people who write. @typeParam C how they call */
export interface DemoStandard<C> {
  /** The company's administrator, by key. */
  author: C;
  /** A colleague of the same company, by key. */
  colleague: C;
  standardId: number;
  firstRevisionId: number;
  secondRevisionId: number;
}

interface PublishedText {
  id: number;
  name: string;
  firstRevisionId: number;
  /** The elements of the first revision as they are read. */
  elements: Element[];
  contentHash: string | null;
  categoryId: number;
}

type Element = Extract<EndpointResult<'standards.get'>, { elements: unknown }>['elements'][number];

/** @throws Error naming the check that failed */
export async function writeStandard(
  anyone: RestClient,
  report: ReportStep,
): Promise<DemoStandard<RestClient> & { owner: SignIn }> {
  const { owner, author, colleague } = await createCompany(anyone, report);
  const standard = await publishCorpus(author, report);
  await loadAsMarkdown(author, standard, report);
  const { id: standardId, firstRevisionId } = standard;
  const secondRevisionId = await saveConcurrently(author, colleague, standardId, report);
  return { owner, author, colleague, standardId, firstRevisionId, secondRevisionId };
}

/** The 2010 ADA Standards as a standard of the author's company, published from elements. */
export async function publishCorpus(author: StepCaller, report: ReportStep): Promise<PublishedText> {
  const category = await author.call('categories.create', { name: 'Accessibility', subject_type: 'company' });
  const document = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');

  const about = {
    name: document.title,
    category_id: category.id,
    subject_type: 'company',
    description: 'Scoping and technical requirements for accessibility.',
  } as const;
  const { id } = await createStandard(author, about, toSaveBody(document));
  const first = await publishStandard(author, id, { summary: 'As published in 2010', severity: 'major' });
  const read = await author.call('standards.get', { id, revisionId: first.revision.id });
  assertStep(
    'elements' in read && read.elements.length === document.elements.length,
    'every element is there',
  );
  assertStep(read.datasheet_elements.length === document.fields.length, 'every field is there');
  report(
    'Standard published',
    `${document.title}: ${document.elements.length} elements, ${document.fields.length} fields, revision 1.0.0`,
  );
  return {
    id,
    name: document.title,
    firstRevisionId: first.revision.id,
    elements: read.elements,
    contentHash: read.content_hash,
    categoryId: category.id,
  };
}

async function createCompany(
  anyone: RestClient,
  report: ReportStep,
): Promise<{ owner: SignIn; author: RestClient; colleague: RestClient }> {
  // Emails must be new each time the demo runs on a service, whose accounts nobody else may guess.
  const suffix = Date.now().toString(36);
  const signIn = (name: string): SignIn => ({
    email: emailOf(`${name}.${suffix}`),
    password: randomBytes(15).toString('base64url'),
  });
  const [nora, omar] = [signIn('nora'), signIn('omar')];
  const session = await registerAccount(anyone.base, 'Nora', COMPANY, nora.email, nora.password);
  const member = await registerMember(session, 'Omar', 'CompanyEditor', omar.email, omar.password);
  const { companyId } = await identify(session);
  const { client: author } = await createKey(session, SPECIFIER_PERMISSIONS, 'demonstration');
  const { client: colleague } = await createKey(member, SPECIFIER_PERMISSIONS, 'demonstration');
  report('Company registered', `${COMPANY} (company ${companyId}), two people, a key each`);
  return { owner: nora, author, colleague };
}

/** The same content as markup gives the same content hash. */
async function loadAsMarkdown(
  author: RestClient,
  { id: standardId, name, contentHash, categoryId }: PublishedText,
  report: ReportStep,
): Promise<void> {
  const response = await author.call('standards.get', { id: standardId, format: 'markdown' });
  assertStep('markdown' in response, 'a standard is readable as markdown');
  const { markdown } = response;
  const validated = await author.call('standards.validateMarkdown', { markdown });
  assertStep(validated.ok, `the markup is valid: ${JSON.stringify(validated.errors.slice(0, 3))}`);
  const copy = { name: `${name} (from markdown)`, category_id: categoryId, subject_type: 'company' } as const;
  const { id } = await createStandard(author, copy, { markdown });
  const published = await publishStandard(author, id, { summary: 'The same text, as markdown' });
  assertStep(published.content_hash === contentHash, 'markdown and elements give the same content hash');
  report(
    'Loaded as markdown',
    `${markdown.length.toLocaleString('en')} characters, the same content hash ${published.content_hash.slice(0, 12)}…`,
  );
}

type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;

/** Two people read the same working copy and save different clauses: the second save is merged. */
async function saveConcurrently(
  author: RestClient,
  colleague: RestClient,
  id: number,
  report: ReportStep,
): Promise<number> {
  const copy = await author.call('standards.edit', { id });
  const { elements } = copy;
  const [mine, theirs] = elements.filter(({ content }) => content.length > 40);
  if (!mine || !theirs) throw new Error('the document has no clauses to edit');
  const reword = (element: object, more: string): WorkingCopy['elements'] =>
    elements.map((each) => (each === element ? { ...each, content: `${each.content} ${more}` } : each));
  const base = { id, ...baseOf(copy) };

  await author.call('standards.workingCopy.save', { ...base, elements: reword(mine, 'Reviewed by Nora.') });
  const omar = { ...base, elements: reword(theirs, 'Reviewed by Omar.') };
  const { merged } = await colleague.call('standards.workingCopy.save', omar);
  assertStep(merged === true, 'the second save is merged');
  const after = await author.call('standards.workingCopy.get', { id });
  const keeps = (words: string): boolean => after.elements.some(({ content }) => content.endsWith(words));
  assertStep(keeps('Reviewed by Nora.') && keeps('Reviewed by Omar.'), 'both edits are kept');
  const conflicting = { ...base, elements: reword(mine, 'Disputed.') };
  await assertRefused(
    colleague.callExpectingError('standards.workingCopy.save', conflicting),
    [409, 'EDIT_CONFLICT'],
    'the same clause changed twice is a conflict',
  );
  report(
    'Saved by two people',
    `clauses ${mine.address} and ${theirs.address} merged; the same clause twice is EDIT_CONFLICT`,
  );

  return publishRenamedField(author, id, after, report);
}

/**
 * Publishes a second revision, in which a field has another meaning, so that datasheets with a value for it get a
 * conflict on upgrade. @returns its id
 */
export async function publishRenamedField(
  author: StepCaller,
  id: number,
  { datasheet_elements: [field] }: WorkingCopy,
  report: ReportStep,
): Promise<number> {
  if (!field) throw new Error('the document has no fields');
  const { element_address, label } = field;
  const change = {
    element_address,
    match_label: label,
    label: `${label}, clear`,
    input_type: 'range',
  } as const;
  await author.call('standards.workingCopy.save', {
    id,
    datasheetElementsOnly: true,
    datasheetElements: [change],
  });
  const { revision } = await publishStandard(author, id, { summary: 'Reviewed', severity: 'minor' });
  report('Standard published', `revision 1.1.0; the field '${change.label}' has a new meaning`);
  return revision.id;
}
