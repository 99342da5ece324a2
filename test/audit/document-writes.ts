/**
 * One successful write for each mutating endpoint about standards, categories and the wiki. Part of
 * `WRITE_CASES`, for the audit, dry-run and query-plan suites. Also creates the standard and the project of
 * a case for `project-writes.ts`.
 */
import { createStandard as populateStandard, publishStandard } from '../../tools/world/standards.ts';
import { createWikiPage } from '../../tools/world/wiki.ts';
import { REVISION, type WriteCases, type WriteContext, writeCase } from './write-case.ts';

/** Doors of the 2010 ADA Standards; one word differs from text to text. */
const MARKUP = (word: string): string =>
  `# 1 Manual Doors\n\n1.1 Door openings shall provide a clear ${word} of 32 inches (815 mm) minimum.\n\n1.2 Thresholds, if provided at doorways, shall be 1/2 inch (13 mm) high maximum.\n\n\`\`\`field\nlabel: Height of the threshold\ntype: range\nunit: in\n\`\`\`\n`;

const companyScope = ({ categoryId }: WriteContext['ada']) =>
  ({ subject_type: 'company', category_id: categoryId }) as const;

/** The scope and category of a new standard. */
const scopeOf = ({ ada, project }: WriteContext) =>
  project
    ? ({ subject_type: 'project', subject_id: project.id, category_id: project.sectionId } as const)
    : companyScope(ada);

/** The scope of a new library, which has no category. */
const libraryScopeOf = ({ project }: WriteContext) =>
  project
    ? ({ subject_type: 'project', subject_id: project.id } as const)
    : ({ subject_type: 'company' } as const);

/** The owner of a new copy. */
const ownerOf = ({ ada, project }: WriteContext) =>
  project ? { projectId: project.id } : { companyId: ada.companyId };

/** A published standard of Ada's; with `revisions: 2` published twice. */
export async function createStandard(
  context: WriteContext,
  revisions = 1,
): Promise<{ id: number; revisionIds: number[] }> {
  const { key } = context.ada;
  const about = { name: `Interior doors ${context.n}`, ...scopeOf(context) };
  const { id } = await populateStandard(key, about, { markdown: MARKUP('width') });
  const { revision } = await publishStandard(key, id);
  if (revisions === 1) return { id, revisionIds: [revision.id] };
  const next = await publishStandard(key, id, {}, { markdown: MARKUP('opening') });
  return { id, revisionIds: [revision.id, next.revision.id] };
}

async function createDeprecatedStandard(at: WriteContext): Promise<number> {
  const { id } = await createStandard(at);
  await at.ada.key.call('standards.deprecate', { id });
  return id;
}

/** A copy of the first of two revisions of a standard. */
async function createCopyBehindSource(at: WriteContext): Promise<number> {
  const { key } = at.ada;
  const { id: sourceId, revisionIds } = await createStandard({ ...at, project: undefined }, 2);
  const { id } = await key.call('standards.customize', {
    id: sourceId,
    ...ownerOf(at),
    name: `Doors of the library ${at.n}`,
    sourceRevisionId: revisionIds[0] ?? 0,
  });
  return id;
}

export async function createProject({ ada, n }: WriteContext): Promise<{ id: number; version: string }> {
  const { id, draftVersion } = await ada.key.call('projects.create', { name: `City Library ${n}` });
  return { id, version: draftVersion };
}

/** Two sections in the draft of a new project. */
async function createSections(at: WriteContext): Promise<[number, number]> {
  const about = { subject_type: 'project', subject_id: (await createProject(at)).id } as const;
  const create = async (name: string): Promise<number> =>
    (await at.ada.key.call('categories.create', { name, ...about })).id;
  return [await create('Doors'), await create('Gates')];
}

/** A page of the wiki. */
export const wikiPage = (n: number) => ({
  librarySlug: 'codes',
  title: `Toilet rooms ${n}`,
  content: `---\ntitle: Toilet rooms ${n}\n---\n\n# 1 General\n\n1.1 Toilet and bathing rooms shall comply with 603.\n`,
});

/** An erratum of a new edition. */
async function createErratum(at: WriteContext) {
  const { id, revisionId } = await createWikiPage(at.ada.session, wikiPage(at.n));
  const adopted = { id, sourceRevisionId: revisionId };
  const { adoptedRevision } = await at.ada.session.call('wiki.standards.directAdopt', adopted);
  const affected = [{ adopted_revision_id: adoptedRevision.id, element_address: '1.1' }];
  const body = {
    severity: 'minor',
    description: 'The number of the section is wrong.',
    recommended_action: 'review',
    affected,
  } as const;
  const { id: errataId } = await at.ada.session.call('wiki.errata.issue', { id, ...body });
  return { ids: { id, errataId }, editionId: adoptedRevision.id, body };
}

const createWikiLibrary = ({ session }: WriteContext['ada'], n: number) =>
  session.call('admin.wiki.libraries.create', { slug: `accessibility-${n}`, name: `Accessibility ${n}` });

async function createWikiCategory({ ada, wiki: { librarySlug }, n }: WriteContext): Promise<string> {
  return (await ada.session.call('wiki.categories.create', { librarySlug, name: `Plumbing ${n}` })).id;
}

/** An adopted edition of a new page, revoked where asked. */
async function createEdition({ ada, n }: WriteContext, isRevoked = false) {
  const { id, revisionId } = await createWikiPage(ada.session, wikiPage(n));
  const adopted = await ada.session.call('wiki.standards.directAdopt', { id, sourceRevisionId: revisionId });
  const ids = { id, adoptedRevId: adopted.adoptedRevision.id };
  if (isRevoked) await ada.session.call('wiki.adopted.revoke', { ...ids, ...REASON });
  return ids;
}

const REASON = { reason_code: 'spam' } as const;
const HELD_CLAUSES = { ...REASON, element_addresses: ['1.1'] };

/** A proposed edition of a new page. */
async function createProposal({ ada, n }: WriteContext) {
  const { id } = await createWikiPage(ada.session, wikiPage(n));
  const { adoptedRevision } = await ada.session.call('wiki.adopted.propose', { id });
  return { id, adoptedRevId: adoptedRevision.id };
}

export const DOCUMENT_WRITES: WriteCases = {
  'standards.create': writeCase(REVISION, async (at) => ({
    body: { name: `Exterior doors ${at.n}`, ...scopeOf(at) },
  })),
  'standards.update': writeCase({}, async (at) => ({
    ids: { id: (await createStandard(at)).id },
    body: { name: `Doors and gates ${at.n}` },
  })),
  'standards.edit': writeCase(REVISION, async (at) => ({ ids: { id: (await createStandard(at)).id } })),
  'standards.workingCopy.save': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    const { elements } = await at.ada.key.call('standards.edit', { id });
    const renamed = elements.map((each, place) =>
      place === 0 ? { ...each, toc_content: `Doors and gates ${at.n}` } : each,
    );
    return { ids: { id }, body: { elements: renamed } };
  }),
  'standards.workingCopy.discard': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    return { ids: { id } };
  }),
  'standards.publish': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    await at.ada.key.call('standards.workingCopy.save', { id, markdown: MARKUP('passage') });
    return { ids: { id }, body: { summary: 'Wording of clause 1.1' } };
  }),
  'standards.deprecate': writeCase({}, async (at) => ({
    ids: { id: (await createStandard(at)).id },
    body: { reason: 'Replaced by Exterior doors' },
  })),
  'standards.reactivate': writeCase({}, async (at) => ({ ids: { id: await createDeprecatedStandard(at) } })),
  'standards.delete': writeCase({}, async (at) => ({
    ids: { id: await createDeprecatedStandard(at) },
    body: { confirmName: `Interior doors ${at.n}` },
  })),
  'libraries.create': writeCase({}, async (at) => ({
    body: { name: `Office masters ${at.n}`, ...libraryScopeOf(at) },
  })),
  'libraries.update': writeCase({}, async (at) => {
    const { id } = await at.ada.key.call('libraries.create', {
      name: `Drafts ${at.n}`,
      ...libraryScopeOf(at),
    });
    return { ids: { id }, body: { name: `Work in progress ${at.n}` } };
  }),
  'admin.tags.create': writeCase({}, async ({ n }) => ({
    body: { name: `Doors ${n}`, group: 'Building element' },
  })),
  'admin.tags.update': writeCase({}, async ({ ada, n }) => {
    const { id } = await ada.session.call('admin.tags.create', { name: `Gates ${n}` });
    return { ids: { id }, body: { active: false } };
  }),
  'standards.customize': writeCase(REVISION, async (at) => ({
    ids: { id: (await createStandard({ ...at, project: undefined })).id },
    body: { ...ownerOf(at), name: `Doors of the library ${at.n}` },
  })),
  'standards.merge': writeCase(REVISION, async (at) => {
    const id = await createCopyBehindSource(at);
    const { planHash } = await at.ada.key.call('standards.mergePlan', { id });
    return { ids: { id }, body: { planHash, resolutions: {} } };
  }),
  'standards.acknowledgeSource': writeCase(REVISION, async (at) => ({
    ids: { id: await createCopyBehindSource(at) },
  })),
  'categories.create': writeCase(REVISION, async (at) => ({
    body: { name: `Doors ${at.n}`, subject_type: 'project', subject_id: (await createProject(at)).id },
  })),
  'categories.update': writeCase(REVISION, async (at) => ({
    ids: { id: (await createSections(at))[0] },
    body: { name: `Doors and gates ${at.n}` },
  })),
  'categories.merge': writeCase(REVISION, async (at) => {
    const [id, intoCategoryId] = await createSections(at);
    return { ids: { id }, body: { intoCategoryId } };
  }),
  'categories.delete': writeCase(REVISION, async (at) => ({ ids: { id: (await createSections(at))[0] } })),
  'categories.adopt': writeCase(REVISION, async (at) => {
    const { id } = await createProject(at);
    const body = { sourceCategoryId: at.ada.categoryId, targetSubjectType: 'project', targetSubjectId: id };
    return { body };
  }),
  'admin.wiki.libraries.create': writeCase({}, async ({ n }) => ({
    body: { slug: `accessibility-${n}`, name: `Accessibility ${n}` },
  })),
  'admin.wiki.libraries.update': writeCase({}, async ({ ada, n }) => {
    const { slug } = await createWikiLibrary(ada, n);
    return { ids: { slug }, body: { name: `Accessible design ${n}` } };
  }),
  'admin.wiki.libraries.delete': writeCase({}, async ({ ada, n }) => ({
    ids: { slug: (await createWikiLibrary(ada, n)).slug },
  })),
  'wiki.categories.create': writeCase({}, async ({ wiki, n }) => ({
    body: { librarySlug: wiki.librarySlug, name: `Plumbing ${n}`, slug: `plumbing-${n}` },
  })),
  'wiki.standards.create': writeCase(REVISION, async ({ n }) => ({ body: wikiPage(n) })),
  'wiki.standards.directAdopt': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, wikiPage(n));
    return { ids: { id }, body: { sourceRevisionId: revisionId } };
  }),
  'wiki.adopted.propose': writeCase(REVISION, async ({ ada, n }) => ({
    ids: { id: (await createWikiPage(ada.session, wikiPage(n))).id },
  })),
  'wiki.adopted.publish': writeCase(REVISION, async (at) => ({ ids: await createProposal(at) })),
  'wiki.adopted.cancel': writeCase(REVISION, async (at) => ({ ids: await createProposal(at) })),
  'wiki.adopted.revoke': writeCase(REVISION, async (at) => ({ ids: await createEdition(at), body: REASON })),
  'wiki.adopted.restore': writeCase(REVISION, async (at) => ({
    ids: await createEdition(at, true),
    body: REASON,
  })),
  'wiki.adopted.replacement': writeCase(REVISION, async (at) => {
    const { ada } = at;
    const ids = await createEdition(at, true);
    const { current_revision } = await ada.session.call('wiki.standards.get', {
      librarySlug: 'codes',
      standardSlug: `toilet-rooms-${at.n}`,
    });
    const content = `${wikiPage(at.n).content}\n1.2 Doors shall not swing into the clear floor space required for any fixture.\n`;
    const edit = { id: ids.id, content, baseRevisionId: current_revision.id };
    await ada.session.call('wiki.standards.update', edit);
    const next = await ada.session.call('wiki.standards.directAdopt', { id: ids.id });
    return { ids, body: { replacement_adopted_revision_id: next.adoptedRevision.id } };
  }),
  'wiki.adopted.elements.revoke': writeCase(REVISION, async (at) => ({
    ids: await createEdition(at),
    body: HELD_CLAUSES,
  })),
  'wiki.adopted.elements.restore': writeCase(REVISION, async (at) => {
    const ids = await createEdition(at);
    await at.ada.session.call('wiki.adopted.elements.revoke', { ...ids, ...HELD_CLAUSES });
    return { ids, body: HELD_CLAUSES };
  }),
  'wiki.adopted.revocation.update': writeCase(REVISION, async (at) => ({
    ids: await createEdition(at, true),
    body: { ...REASON, level: 2 },
  })),
  'wiki.standards.update': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, wikiPage(n));
    return {
      ids: { id },
      body: {
        content: `${wikiPage(n).content}\n1.2 Doors shall not swing into the clear floor space required for any fixture.\n`,
        baseRevisionId: revisionId,
      },
    };
  }),
  'wiki.standards.revert': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, wikiPage(n));
    return { ids: { id, revId: revisionId } };
  }),
  'wiki.errata.issue': writeCase({}, async (at) => {
    const { ids, body } = await createErratum(at);
    return { ids: { id: ids.id }, body };
  }),
  'wiki.errata.extend': writeCase({}, async (at) => {
    const { ids, editionId } = await createErratum(at);
    return { ids, body: { affected: [{ adopted_revision_id: editionId }] } };
  }),
  'wiki.errata.correction': writeCase({}, async (at) => {
    const { ids, editionId } = await createErratum(at);
    return { ids, body: { corrected_by_revision_id: editionId } };
  }),
  'wiki.errata.withdraw': writeCase({}, async (at) => {
    const { ids } = await createErratum(at);
    return { ids, body: { reason: 'The section number was right.' } };
  }),
  'wiki.categories.update': writeCase({}, async (at) => ({
    ids: { id: await createWikiCategory(at) },
    body: { name: `Plumbing elements ${at.n}` },
  })),
  'wiki.categories.delete': writeCase({}, async (at) => ({ ids: { id: await createWikiCategory(at) } })),
};
