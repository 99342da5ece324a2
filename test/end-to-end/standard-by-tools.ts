/**
 * The standards part of the main job by MCP tools: a standard published from elements and from markdown, a
 * stale save that is refused (over HTTP it is merged), and a second revision by two authors.
 */
import assert from 'node:assert/strict';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { toElementContent, toSaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import type { EndpointResult } from '../../scripts/rest-client/endpoint-requests.ts';
import { listMember } from '../../scripts/rest-client/json.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { baseOf, createStandard, publishStandard } from '../../tools/world/standards.ts';
import type { McpToolClient } from './mcp-tool-client.ts';

export interface WrittenStandard {
  id: number;
  firstRevisionId: number;
  secondRevisionId: number;
}

/** Writes and publishes a standard, loads it again as markdown, and reviews it with another author. */
export async function writeStandard(ada: McpToolClient, byron: McpToolClient): Promise<WrittenStandard> {
  assert.equal((await ada.call('discovery.whoami')).credential.type, 'key');
  assert.ok((await ada.names()).includes('standards_workingCopy_save'));
  const category = await ada.call('categories.create', { name: 'Accessibility', subject_type: 'company' });
  const document = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');
  const about = { category_id: category.id, subject_type: 'company' } as const;
  const text = toSaveBody(document);
  const { id } = await createStandard(ada, { name: document.title, ...about }, text);
  const first = await publishStandard(ada, id, { summary: 'As published in 2010', severity: 'major' });
  const elements = await readElements(ada, id, first.revision.id);
  assert.equal(elements.length, document.elements.length);
  await loadAsMarkdown(ada, elements, about);
  return { id, firstRevisionId: first.revision.id, secondRevisionId: await saveConcurrently(ada, byron, id) };
}

type Element = Extract<EndpointResult<'standards.get'>, { elements: unknown }>['elements'][number];

async function readElements(ada: McpToolClient, id: number, revisionId?: number): Promise<Element[]> {
  const read = await ada.call('standards.get', { id, revisionId });
  assert.ok('elements' in read);
  return read.elements;
}

/**
 * MCP clients may send markdown, and the same content as markup has
 * the same hash.
 */
async function loadAsMarkdown(
  ada: McpToolClient,
  elements: readonly Element[],
  about: { category_id: number; subject_type: 'company' },
): Promise<void> {
  const markdown = serialiseMarkup({ frontmatter: {}, elements: elements.map(toElementContent), fields: [] });
  const valid = await ada.call('standards.validateMarkdown', { markdown });
  assert.equal(valid.ok, true, JSON.stringify(valid.errors));
  const { id } = await createStandard(ada, { name: 'From markdown', ...about }, { markdown });
  await publishStandard(ada, id, { summary: 'The same text, as markdown' });
  const texts = (from: readonly Element[]) =>
    from.map(({ address, toc_content, content }) => [address, toc_content, content]);
  assert.deepEqual(texts(await readElements(ada, id)), texts(elements));
  const wrong = await ada.callExpectingError('standards.workingCopy.save', {
    id,
    markdown: '1.1 A clause\n\n1.1 Again\n',
  });
  assert.deepEqual([wrong.status, wrong.code], [422, 'MARKUP_ERRORS']);
  assert.ok(listMember(wrong, 'errors').length > 0);
}

/** baseElements is for HTTP callers: a stale save through MCP is refused and has changed nothing. */
async function saveConcurrently(ada: McpToolClient, byron: McpToolClient, id: number): Promise<number> {
  await ada.call('standards.edit', { id });
  const copy = await ada.call('standards.workingCopy.get', { id });
  const { elements } = copy;
  const [mine, theirs] = elements.filter(({ content }) => content.length > 40);
  const reword = (element: object | undefined, name: string) =>
    elements.map((each) =>
      each === element ? { ...each, content: `${each.content} Reviewed by ${name}.` } : each,
    );
  const base = { id, ...baseOf(copy) };
  await ada.call('standards.workingCopy.save', { ...base, elements: reword(mine, 'Ada') });
  const stale = await byron.callExpectingError('standards.workingCopy.save', {
    ...base,
    elements: reword(theirs, 'Byron'),
  });
  assert.deepEqual([stale.status, stale.code], [409, 'EDIT_CONFLICT']);
  const again = await byron.call('standards.workingCopy.get', { id });
  const now = again.elements.map((each) =>
    each.element_id === theirs?.element_id
      ? { ...each, content: `${each.content} Reviewed by Byron.` }
      : each,
  );
  await byron.call('standards.workingCopy.save', { id, baseVersion: again.version, elements: now });
  const after = await ada.call('standards.workingCopy.get', { id });
  for (const name of ['Ada', 'Byron'])
    assert.equal(
      after.elements.filter(({ content }) => content.endsWith(`Reviewed by ${name}.`)).length,
      1,
      name,
    );
  const [field] = after.datasheet_elements;
  assert.ok(field);
  const { element_address, label } = field;
  const renamed = {
    element_address,
    match_label: label,
    label: `${label}, clear`,
    input_type: 'range',
  } as const;
  await ada.call('standards.workingCopy.save', {
    id,
    datasheetElementsOnly: true,
    datasheetElements: [renamed],
  });
  const { revision } = await publishStandard(ada, id, { summary: 'Reviewed', severity: 'minor' });
  assert.equal((await ada.call('standards.revisions', { id })).revisions.length, 2);
  return revision.id;
}
