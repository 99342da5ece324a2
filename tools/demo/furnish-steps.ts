/**
 * What `npm run demo -- --keep` adds to the main job, so that there is something to look at and to answer: two other
 * offices in the project with comments and a drawing, a customised copy whose source has moved on, invitations, an open
 * draft with an empty datasheet, and in the wiki a proposal and a clause under a hold.
 */
import type { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement, emailOf, identify, registerAccount } from '../world/accounts.ts';
import { publishWhenReady } from '../world/projects.ts';
import { baseOf, publishStandard } from '../world/standards.ts';
import type { ReportStep, SignIn } from './step-checks.ts';

/** What the main job has made. */
export interface FurnishedSite {
  base: string;
  owner: SignIn;
  projectId: number;
  standardId: number;
  /** The page of the wiki. */
  pageId: string;
}

/** An account to look at the service with. */
export interface Guest extends SignIn {
  who: string;
}

type Session = RestClient;

/** @param moderator a site administrator, by session @returns the accounts, each with what waits for it */
export async function furnishSite(
  { base, owner, projectId, standardId, pageId }: FurnishedSite,
  moderator: Session,
  anyone: RestClient,
  report: ReportStep,
): Promise<Guest[]> {
  const nora = await anyone.openSession('account.login', { ...owner });
  const suffix = Date.now().toString(36);
  const guest = (name: string): SignIn => ({ email: emailOf(`${name}.${suffix}`), password: owner.password });
  const [paul, gina, ivy] = [guest('paul'), guest('gina'), guest('ivy')];
  const engineer = await registerAccount(base, 'Paul', 'Northlight Engineers', paul.email, paul.password);
  const builder = await registerAccount(base, 'Gina', 'Quayside Builders', gina.email, gina.password);
  await registerAccount(base, 'Ivy', undefined, ivy.email, ivy.password);

  await joinProject(nora, projectId, { engineer, builder, emails: [paul.email, gina.email] }, report);
  await discuss(projectId, { nora, engineer, builder }, report);
  await openDraft(nora, projectId, standardId, report);
  await copyBehind(nora, standardId, report);
  const { companyId } = await identify(nora);
  await nora.call('companies.members.add', { id: companyId, email: ivy.email, role: 'CompanyEditor' });
  report('Ivy invited', 'she accepts on her first page');
  await moderate(moderator, pageId, report);
  return [
    { who: 'Nora, who leads the project and administers Harbour Architects', ...owner },
    { who: 'Paul, the engineer, with a comment to answer', ...paul },
    { who: 'Gina, the builder', ...gina },
    { who: 'Ivy, who is invited to the company', ...ivy },
  ];
}

interface Offices {
  engineer: Session;
  builder: Session;
  emails: readonly string[];
}

/** Two other offices are parties of the project, which a published revision says. */
async function joinProject(
  nora: Session,
  projectId: number,
  { engineer, builder, emails }: Offices,
  report: ReportStep,
): Promise<void> {
  const [{ companyId: engineer_id }, { companyId: prime_contractor_id }] = [
    await identify(engineer),
    await identify(builder),
  ];
  await nora.call('projects.draft.create', { id: projectId });
  const details = await nora.call('projects.details', { id: projectId });
  const baseVersion = 'draftVersion' in details ? (details.draftVersion ?? '') : '';
  await nora.call('projects.edit', { id: projectId, baseVersion, engineer_id, prime_contractor_id });
  await publishWhenReady(nora, projectId, 'Parties named');
  for (const email of emails)
    await nora.call('projects.invite', { projectId, email, permission_type: 'ProjectEditor' });
  report('Offices joined', 'an engineer and a builder are parties of the project');
}

interface Speakers {
  nora: Session;
  engineer: Session;
  builder: Session;
}

async function discuss(
  projectId: number,
  { nora, engineer, builder }: Speakers,
  report: ReportStep,
): Promise<void> {
  const about = { projectId, anchorType: 'project', anchorId: projectId } as const;
  const question = await builder.call('comments.create', {
    ...about,
    intent: 'question',
    body: 'Which doors have automatic operators? The schedule names none on the quay side.',
  });
  await engineer.call('comments.forward', {
    projectId,
    id: question.id,
    endorsementStance: 'endorse_with_caveat',
    caveatText: 'On the quay side the wind load needs checking first.',
  });
  const answered = await engineer.call('comments.create', {
    ...about,
    intent: 'suggestion',
    body: 'Name the clear width of gates in the datasheets of the rooms they lead to.',
  });
  await nora.call('comments.resolve', { projectId, id: answered.id, state: 'adopted' });
  await builder.call('comments.create', {
    ...about,
    intent: 'position',
    body: 'The thresholds of rooms 3 to 7 are on site since Monday.',
  });
  report('Comments written', 'one waits for Nora, one for Paul, one is adopted');
}

/** A draft that is not published: a datasheet without values, a drawing under review. */
async function openDraft(
  nora: Session,
  projectId: number,
  standardId: number,
  report: ReportStep,
): Promise<void> {
  await nora.call('projects.draft.create', { id: projectId });
  const about = { project_id: projectId, standard_id: standardId };
  await nora.call('datasheets.create', { ...about, name: 'Quay side entrance' });
  const drawing = new File(['%PDF-1.4\n%%EOF\n'], 'A-102 quay side.pdf', { type: 'application/pdf' });
  const { files } = await nora.call('files.upload', {
    projectId,
    document_type: 'drawing',
    files: [drawing],
  });
  const [file] = files;
  if (file) await nora.call('files.status', { projectId, fileId: file.id, status: 'review' });
  report('Draft left open', 'with a datasheet to fill in and a drawing under review');
}

/** The company changes a copy, and then the source is changed, reordered and published. */
async function copyBehind(nora: Session, standardId: number, report: ReportStep): Promise<void> {
  const { companyId } = await identify(nora);
  const copy = await nora.call('standards.customize', {
    id: standardId,
    companyId,
    name: 'Accessibility, as we build it',
  });
  const reword = async (id: number, place: number, words: string, summary: string): Promise<void> => {
    const working = await nora.call('standards.edit', { id });
    const texts = working.elements.filter(({ content }) => content.length > 40);
    const chosen = texts[place];
    const elements = working.elements.map((element) =>
      element === chosen ? { ...element, content: `${element.content} ${words}` } : element,
    );
    await nora.call('standards.workingCopy.save', { id, ...baseOf(working), elements });
    await publishStandard(nora, id, { summary });
  };
  await reword(copy.id, 5, 'Our doors are 34 inches wide.', 'Our widths');
  await reword(standardId, 5, 'Measure it with the door open.', 'How to measure');
  await reword(standardId, 8, 'See the notes of the office.', 'Notes');
  report(
    'Copy customised',
    `${copy.name} is two revisions behind its source, and one clause differs in both`,
  );
}

/** A proposal for the adopters, and a clause that stays under a hold. */
async function moderate(moderator: Session, pageId: string, report: ReportStep): Promise<void> {
  await acceptAgreement(moderator);
  await moderator.call('wiki.adopted.propose', { id: pageId });
  const { adopted_revisions } = await moderator.call('wiki.adopted.list', { id: pageId });
  const edition = adopted_revisions.find(({ status }) => status === 'published');
  const page = await moderator.call('wiki.adopted.get', {
    id: pageId,
    revNum: edition?.revision_number ?? 1,
  });
  const address = /^(\d+(?:\.\d+)+) /m.exec(page.content)?.[1] ?? '1.1';
  await moderator.call('wiki.adopted.elements.revoke', {
    id: pageId,
    adoptedRevId: page.id,
    element_addresses: [address],
    reason_code: 'suspected_copy',
  });
  report('Wiki moderated', `clause ${address} is withheld, and an edition is proposed`);
}
