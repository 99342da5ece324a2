/**
 * The standards part of the main job by MCP tools: a standard published from elements and from markdown, a
 * stale save that is refused (over HTTP it is merged), and a second revision by two authors.
 */
import assert from 'node:assert/strict';
import { toElementContent } from '../../scripts/import/documents/outline-conversion.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { listMember } from '../../shared/rest-client/json.ts';
import { type DemoStandard, publishCorpus, publishRenamedField } from '../../tools/demo/standard-steps.ts';
import { assertRefused } from '../../tools/demo/step-checks.ts';
import { baseOf, createStandard, publishStandard } from '../../tools/world/standards.ts';
import type { McpToolClient } from './mcp-tool-client.ts';

/** Writes and publishes a standard, loads it again as markdown, and reviews it with another author. */
export async function writeStandard(
  ada: McpToolClient,
  byron: McpToolClient,
): Promise<DemoStandard<McpToolClient>> {
  assert.equal((await ada.call('discovery.whoami')).credential.type, 'key');
  assert.ok((await ada.names()).includes('standards_workingCopy_save'));
  const { id: standardId, firstRevisionId, elements, categoryId } = await publishCorpus(ada, silently);
  await loadAsMarkdown(ada, elements, { category_id: categoryId, subject_type: 'company' });
  const secondRevisionId = await saveConcurrently(ada, byron, standardId);
  return { author: ada, colleague: byron, standardId, firstRevisionId, secondRevisionId };
}

const silently = (): void => undefined;

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
  const { status, problem } = await ada.callExpectingError('standards.workingCopy.save', {
    id,
    markdown: '1.1 A clause\n\n1.1 Again\n',
  });
  assert.deepEqual([status, problem.code], [422, 'MARKUP_ERRORS']);
  assert.ok(listMember(problem, 'errors').length > 0);
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
  await assertRefused(
    byron.callExpectingError('standards.workingCopy.save', { ...base, elements: reword(theirs, 'Byron') }),
    [409, 'EDIT_CONFLICT'],
    'a stale save is refused',
  );
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
  const revisionId = await publishRenamedField(ada, id, after, silently);
  assert.equal((await ada.call('standards.revisions', { id })).revisions.length, 2);
  return revisionId;
}
