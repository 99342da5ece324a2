/**
 * The wiki part of the main job over any transport: UK Approved Document K as a page of a new wiki library, adopted
 * as an edition, found in the global library and pinned in the project. Throws when a check fails.
 */

import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { acceptAgreement } from '../world/accounts.ts';
import { pinStandard } from '../world/projects.ts';
import { adoptPage, createWikiPage } from '../world/wiki.ts';
import type { AdoptedPage } from './moderation-steps.ts';
import { assertStep, type ReportStep, type StepCaller } from './step-checks.ts';

/**
 * @param administrator of the site, who creates the library
 * @param author of the project
 * @throws Error naming the check that failed
 */
export async function adoptFromWiki(
  administrator: StepCaller,
  author: StepCaller,
  projectId: number,
  report: ReportStep,
): Promise<AdoptedPage> {
  await acceptAgreement(administrator);
  const slug = `building-regulations-${Date.now().toString(36)}`;
  await administrator.call('admin.wiki.libraries.create', {
    slug,
    name: `Building regulations ${slug.slice(-4)}`,
  });
  const { title, elements } = loadCorpus('uk-approved-document-k');
  const content = serialiseMarkup({
    frontmatter: {
      title: `${title} (${slug.slice(-4)})`,
      description: 'Contains public sector information licensed under the Open Government Licence v3.0.',
    },
    elements,
    fields: [],
  });
  const page = await createWikiPage(administrator, { librarySlug: slug, title, content });
  const [revision] = (await author.call('wiki.revisions.list', { id: page.id })).revisions;
  assertStep(revision?.id === page.revisionId, 'anybody reads the revisions of the page');
  report('Wiki page written', `${title}: ${elements.length} elements, readable by anybody`);

  const edition = await adoptPage(administrator, page);
  report('Edition adopted', `edition ${edition} copied into the global library in the background`);

  const search = { subject_type: 'global', search: slug.slice(-4) } as const;
  const [standard] = (await author.call('standards.list', search)).standards;
  if (!standard) throw new Error('the library copy is not in the list');
  const copy = await author.call('standards.get', { id: standard.id });
  assertStep('elements' in copy && copy.elements.length === elements.length, 'the library copy is complete');
  await author.call('projects.draft.create', { id: projectId });
  await pinStandard(author, projectId, { standardId: standard.id });
  const { standards } = await author.call('projects.standards.list', { id: projectId });
  assertStep(standards.length === 2, 'the project pins both standards');
  report(
    'Edition imported',
    `the project pins ${standards.map(({ name, standard_revision }) => `${name} ${standard_revision.code}`).join(' and ')}`,
  );
  return { pageId: page.id, revisionId: page.revisionId, content, standardId: standard.id, projectId };
}
