/**
 * The moderation part of the main job over REST: a wiki page is edited twice from one revision and the second edit is
 * refused, a clause of its edition is put under a hold, the project is published with it acknowledged, an erratum is
 * issued. Throws when a check fails.
 */
import type { RestClient } from '../../shared/rest-client/client.ts';
import { assertRefused, assertStep, type ReportStep } from './step-checks.ts';

/** A page with an adopted edition, whose library copy a project pins in its open draft. */
export interface AdoptedPage {
  pageId: string;
  revisionId: string;
  content: string;
  /** The library copy. */
  standardId: number;
  projectId: number;
}

/**
 * @param moderator a site administrator, by session @param author of the project
 * @throws Error naming the check that failed
 */
export async function moderatePage(
  moderator: RestClient,
  author: RestClient,
  page: AdoptedPage,
  report: ReportStep,
): Promise<void> {
  await editByTwo(moderator, page, report);
  const { adopted_revisions } = await moderator.call('wiki.adopted.list', { id: page.pageId });
  const editionId = adopted_revisions[0]?.id ?? '';
  await holdClause(moderator, author, page, editionId, report);
  await issueErratum(moderator, page, editionId, report);
}

async function editByTwo(
  moderator: RestClient,
  { pageId: id, revisionId, content }: AdoptedPage,
  report: ReportStep,
): Promise<void> {
  const edit = { id, baseRevisionId: revisionId };
  await moderator.call('wiki.standards.update', {
    ...edit,
    content: `${content}\nSee the notes of the regulator.\n`,
    editSummary: 'Notes',
  });
  await assertRefused(
    moderator.callExpectingError('wiki.standards.update', { ...edit, content }),
    [409, 'EDIT_CONFLICT'],
    'an edit of an old revision is 409',
  );
  report(
    'Page edited twice',
    'the second, on the old revision, learns who saved and when; nothing is blended',
  );
}

async function holdClause(
  moderator: RestClient,
  author: RestClient,
  { pageId, standardId, projectId }: AdoptedPage,
  editionId: string,
  report: ReportStep,
): Promise<void> {
  const before = await author.call('standards.get', { id: standardId });
  assertStep('elements' in before, 'the library copy is read with its clauses');
  const clause = before.elements.find(({ content }) => content !== '');
  if (!clause) throw new Error('the library copy has no clause');
  const decision = {
    id: pageId,
    adoptedRevId: editionId,
    element_addresses: [clause.address],
  };
  await moderator.call('wiki.adopted.elements.revoke', { ...decision, reason_code: 'copyright_notice' });
  const held = await author.call('standards.get', { id: standardId });
  assertStep('elements' in held, 'the library copy is read with its clauses');
  const withheld = held.elements.find(({ address }) => address === clause.address);
  assertStep(withheld?.content === '' && withheld.moderation !== undefined, 'the text is withheld');
  const refused = await author.callExpectingError('projects.publish', { id: projectId });
  assertStep(refused.problem.code === 'PROJECT_HOLDS_REVOKED_STANDARD', 'a held clause stops a publish');
  const { revision, acknowledged } = await author.call('projects.publish', {
    id: projectId,
    revision_name: 'Addendum B',
    acknowledgeHolds: { token: acknowledgmentToken(refused.problem), standards: [{ standardId }] },
  });
  assertStep(acknowledged?.length === 1, 'the revision records who acknowledged the notice');
  report(
    'Clause held',
    `${clause.address} withheld at once; revision ${revision.code} is published with the notice acknowledged`,
  );
  await moderator.call('wiki.adopted.elements.restore', { ...decision, reason_code: 'counter_notice' });
}

function acknowledgmentToken({ metadata }: Readonly<Record<string, unknown>>): string {
  const { acknowledgmentToken: token } = Object(metadata);
  if (typeof token !== 'string') throw new Error('the refusal has no acknowledgment token');
  return token;
}

async function issueErratum(
  moderator: RestClient,
  { pageId: id }: AdoptedPage,
  editionId: string,
  report: ReportStep,
): Promise<void> {
  await moderator.call('wiki.errata.issue', {
    id,
    severity: 'minor',
    description: 'The figure of a riser is illegible in print.',
    recommended_action: 'review',
    affected: [{ adopted_revision_id: editionId }],
  });
  const { errata } = await moderator.call('wiki.errata.forAdoptedRevision', { adoptedRevisionId: editionId });
  assertStep(errata.length === 1, 'anybody reads the erratum of the edition');
  report('Erratum issued', 'readable by anybody, and at the library copy; the edition and its hash stay');
}
