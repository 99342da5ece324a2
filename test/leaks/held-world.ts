/**
 * World of the leak test: a wiki page whose clauses carry canary words, its two editions in the library, a customised
 * copy, and a project that pins the copy and has a datasheet, a comment and a file, created over HTTP beside the
 * world of the permission matrix.
 */
import assert from 'node:assert/strict';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { uploadDrawing } from '../../tools/world/resources.ts';
import { datasheetName } from '../../tools/world/tenant-texts.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';
import type { MatrixResources, MatrixWorld } from '../matrix/callers.ts';

/** Words that stand in the held clauses and nowhere else. */
export const CANARIES: readonly string[] = [
  'zirkonquell',
  'quarzlumen',
  'notabriss',
  'feldspatwort',
  'turmalinzahl',
];
const [HEADING, CLAUSE, NOTE, REWORDED, PRINTED] = CANARIES;

/** Words of the company that owns the copy and its project, which nobody else may read at any time. */
export const PRIVATE_WORDS = {
  label: 'kreidelabel',
  defaultValue: 'schiefervorgabe',
  value: 'gneiswert',
  scope: 'tuffumfang',
  comment: 'basaltfrage',
  file: 'granitblatt',
} as const;

/** Word in the note on the reason of the hold, which only moderators may read. */
export const REASON_WORD = 'porphyrnotiz';

/** The clauses to hold. */
export const HELD_ADDRESSES: readonly string[] = ['2', '2.1', '2.1.1'];

const TITLE = 'Held code';
/** A page whose held clauses are the same in every edition. */
const contentWith = (scope: string): string => `---
title: ${TITLE}
---

# 1 Scope

1.1 ${scope}

# 2 Mortar ${HEADING}

2.1 {label="${PRINTED}"} Mortar shall be ${CLAUSE} mortar.

> **Note 2.1.1** Store it ${NOTE}.

\`\`\`field
address: 2.1
label: Mortar class
type: text
\`\`\`
`;
/** A later text of the page, with another title, since the source of a title is never hidden. */
const CLEAN = `---\ntitle: Mortar code\n---\n\n# 1 Scope\n\n1.1 Covers mortar alone.\n`;

/** Ids for requests about the page, its edition and what was made of them. */
export interface HeldResources {
  /** Both have the same words in the held clauses; the hold names the first. The page has a later revision. */
  editions: readonly HeldEdition[];
  /** The library standard of the page. */
  library: TenantResources;
  /** The customised copy; its project and datasheet. */
  copy: TenantResources;
  resources: MatrixResources;
}

/** An edition and the wiki revision from which it was adopted. */
export interface HeldEdition {
  editionId: string;
  revisionId: string;
}

export interface HeldWorld extends MatrixWorld {
  held: HeldResources;
  moderator: RestClient;
}

/** Adds the page, the copy and its project to a world. The site administrator moderates the page. */
export async function addHeldResources(world: MatrixWorld): Promise<HeldWorld> {
  const { owner, wiki } = world.resources;
  const moderator = world.callers.find(({ name }) => name === 'site administrator, session')?.client;
  assert.ok(moderator);
  const page = await createWikiPage(moderator, {
    librarySlug: wiki.librarySlug,
    title: TITLE,
    content: contentWith('Covers mortar.'),
  });
  const edit = async (baseRevisionId: string, content: string) =>
    (await moderator.call('wiki.standards.update', { id: page.id, baseRevisionId, content })).current_revision
      .id;
  await adoptPage(moderator, page);
  const second = await edit(page.revisionId, contentWith('Covers mortar of every kind.'));
  await adoptPage(moderator, { id: page.id, revisionId: second });
  const cleanId = await edit(second, CLEAN);
  const { adopted_revisions } = await moderator.call('wiki.adopted.list', { id: page.id });
  const editions = adopted_revisions
    .toSorted((a, b) => a.revision_number - b.revision_number)
    .map(({ id, source_revision_id }) => ({ editionId: id, revisionId: source_revision_id }));

  const library = await libraryResources(owner);
  const copy = await copyResources(owner, library);
  return {
    ...world,
    moderator,
    held: {
      editions,
      library,
      copy,
      resources: {
        ...world.resources,
        wiki: { ...wiki, pageId: page.id, standardSlug: page.slug, revisionId: cleanId },
      },
    },
  };
}

/** The owner's resources, with the library standard in place of her own. */
async function libraryResources(owner: TenantResources): Promise<TenantResources> {
  const { standards } = await owner.key.call('standards.list', { search: TITLE, subject_type: 'global' });
  const [standard] = standards;
  assert.ok(standard);
  return { ...owner, ...(await standardIds(owner, standard.id)) };
}

/**
 * A copy with two revisions, the second with another wording of the clause; it is pinned in a project with a
 * datasheet, which is published, with the next draft open.
 */
async function copyResources(owner: TenantResources, library: TenantResources): Promise<TenantResources> {
  const { key } = owner;
  const { id } = await key.call('standards.customize', {
    id: library.standardId,
    companyId: owner.companyId,
    name: 'Copy of the held code',
  });
  const draft = await key.call('standards.edit', { id });
  const elements = draft.elements.map(({ element_id, address, attributes, toc_content, content }) => ({
    element_id,
    address,
    attributes,
    toc_content,
    content: address === '2.1' ? `${content} It is ${REWORDED}.` : content,
  }));
  const datasheetElements = draft.datasheet_elements.map(({ id: fieldId, element_address, input_type }) => ({
    id: fieldId,
    element_address,
    input_type,
    label: `Mortar class ${PRIVATE_WORDS.label}`,
    default_value: PRIVATE_WORDS.defaultValue,
  }));
  await key.call('standards.workingCopy.save', {
    id,
    baseVersion: draft.version,
    elements,
    datasheetElements,
  });
  await key.call('standards.publish', { id, summary: 'Reworded' });
  await key.call('standards.edit', { id });
  const ids = await standardIds(owner, id);
  const project = await key.call('projects.create', { name: 'Masonry' });
  await key.call('projects.standards.add', { id: project.id, action: 'import', standardId: id });
  const sheet = await key.call('datasheets.create', {
    project_id: project.id,
    standard_id: id,
    name: datasheetName(owner.founder),
    scope: `Scope ${PRIVATE_WORDS.scope}`,
    elementValues: { [ids.fieldId]: 'M5' },
  });
  const revised = await key.call('datasheets.revise', {
    id: sheet.id,
    severity: 'MINOR',
    baseVersion: sheet.version,
    changes: [{ element_id: ids.fieldId, new_value: `M10 ${PRIVATE_WORDS.value}` }],
  });
  const { id: commentId } = await key.call('comments.create', {
    projectId: project.id,
    anchorType: 'datasheet_field',
    anchorId: sheet.id,
    elementId: ids.fieldId,
    intent: 'question',
    body: `Why ${PRIVATE_WORDS.comment}?`,
  });
  const fileId = await uploadDrawing({ api: key, owner: owner.founder }, project.id, PRIVATE_WORDS.file);
  const { revision } = await key.call('projects.publish', { id: project.id });
  await key.call('projects.draft.create', { id: project.id });
  return {
    ...owner,
    ...ids,
    projectId: project.id,
    projectRevisionId: revision.id,
    datasheetId: sheet.id,
    commentId,
    fileId,
    version: revised.version,
    datasheetRevisionIds: [sheet.revision.id, revised.revision.id],
  };
}

async function standardIds(
  { key }: TenantResources,
  id: number,
): Promise<Pick<TenantResources, 'standardId' | 'revisionIds' | 'elementId' | 'fieldId' | 'libraryId'>> {
  const standard = await key.call('standards.get', { id });
  assert.ok('elements' in standard);
  const { revisions } = await key.call('standards.revisions', { id });
  const [newest = 0, older = newest] = revisions.map((revision) => revision.id);
  return {
    standardId: id,
    libraryId: standard.library?.id ?? 0,
    revisionIds: [older, newest],
    elementId: standard.elements.find(({ address }) => address === '2.1')?.element_id ?? 0,
    fieldId: standard.datasheet_elements.find(({ element_address }) => element_address === '2.1')?.id ?? 0,
  };
}
