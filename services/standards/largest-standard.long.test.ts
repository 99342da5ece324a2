/**
 * Test of the largest valid standard, 10,000 elements and as many fields, over HTTP. A short run takes a third of what is
 * done with it, another one each day.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { SaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import { readDocument } from '../../scripts/import/documents/read-document.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { hashOutlineContent } from '../../shared/revisioning/outline/content-hash.ts';
import { MAX_ELEMENTS } from '../../shared/revisioning/outline/outline-rules.ts';
import { eventually } from '../../test/eventually.ts';
import { useNode } from '../../test/service-node.ts';
import { isTurnOf } from '../../test/world/share-of.ts';
import { AUTHOR_PERMISSIONS, createKey, identify, registerAccount } from '../../tools/world/accounts.ts';
import { longDocument } from '../../tools/world/national-library.ts';
import { baseOf, createStandard, publishStandard } from '../../tools/world/standards.ts';

type Elements = NonNullable<SaveBody['elements']>;

const { elements: LONG } = longDocument(MAX_ELEMENTS + 1);
const ELEMENTS = LONG.slice(0, MAX_ELEMENTS);
const FIELDS: NonNullable<SaveBody['datasheetElements']> = ELEMENTS.map(({ address }) => ({
  element_address: address,
  label: 'Dimension',
  input_type: 'range',
  unit: 'mm',
  constraint: 'min',
  default_value: '28.50',
}));
/** In the middle, far from the clauses that a test rewords. */
const MIDDLE = ELEMENTS.findIndex(({ content = '' }, at) => at > 5_000 && content.length > 100);

describe('the largest valid standard', () => {
  const node = useNode();
  let api: RestClient;
  let companyId: number;
  let categoryId: number;
  let id: number;
  const revisionIds: number[] = [];

  const reworded = (elements: Elements, index: number, word: string): Elements =>
    elements.map((element, at) =>
      at === index ? { ...element, content: `${element.content ?? ''} ${word}` } : element,
    );
  const about = (name: string) => ({ name, category_id: categoryId, subject_type: 'company' }) as const;

  /** The next revision, with one clause reworded. */
  async function revise(standardId: number, index: number, word: string): Promise<number> {
    const copy = await api.call('standards.edit', { id: standardId });
    const text = { elements: reworded(copy.elements, index, word) };
    await api.call('standards.workingCopy.save', { id: standardId, baseVersion: copy.version, ...text });
    return (await api.call('standards.publish', { id: standardId })).revision.id;
  }

  beforeAll(async () => {
    const session = await registerAccount(node.url, 'largest', 'Arch & Co');
    companyId = (await identify(session)).companyId;
    api = (await createKey(session, [...AUTHOR_PERMISSIONS, 'standard:customize'])).client;
    categoryId = (await api.call('categories.create', { name: 'Codes', subject_type: 'company' })).id;
    const text = { elements: ELEMENTS, datasheetElements: FIELDS };
    id = (await createStandard(api, about('Largest'), text)).id;
    revisionIds.push((await publishStandard(api, id)).revision.id);
  });

  it('is saved, published and read as it was sent (S23)', async () => {
    const read = await api.call('standards.get', { id, revisionId: revisionIds[0] });
    assert.ok('elements' in read && read.elements && read.datasheet_elements);
    assert.deepEqual([read.elements.length, read.datasheet_elements.length], [MAX_ELEMENTS, MAX_ELEMENTS]);
    assert.equal(read.elements[MIDDLE]?.content, ELEMENTS[MIDDLE]?.content);
  });

  if (isTurnOf(0, 3)) {
    it('as a catalogue in OSCAL it reads back to the same content hash (S2)', async () => {
      const [revisionId = 0] = revisionIds;
      const sent = await api.call('standards.get', { id, revisionId, format: 'oscal' });
      const read = await api.call('standards.get', { id, revisionId });
      assert.ok('catalog' in sent && 'content_hash' in read);
      const { document } = readDocument({ file: Buffer.from(JSON.stringify(sent)) });
      assert.equal(hashOutlineContent(document), read.content_hash);
    });
  }

  if (isTurnOf(1, 3)) {
    it('two editors of it are merged (S26)', async () => {
      const copy = await api.call('standards.edit', { id });
      const save = (index: number, word: string) =>
        api.call('standards.workingCopy.save', {
          id,
          ...baseOf(copy),
          elements: reworded(copy.elements, index, word),
        });
      await save(3, 'first');
      assert.equal((await save(MIDDLE, 'second')).merged, true);
      revisionIds.push((await api.call('standards.publish', { id })).revision.id);
      const [from = 0, to = 0] = revisionIds;
      const { clauses, fields } = await api.call('standards.compare', { id, from, to });
      assert.deepEqual([clauses.length, fields.length], [2, 0]);
    });

    it('a customised copy of it is planned and merged (S18)', async () => {
      const [sourceRevisionId = 0] = revisionIds;
      const copy = await api.call('standards.customize', { id, companyId, name: 'Copy', sourceRevisionId });
      await revise(copy.id, 7, 'own');
      const { planHash, conflicts } = await api.call('standards.mergePlan', { id: copy.id });
      assert.deepEqual(conflicts, []);
      const merged = await api.call('standards.merge', {
        id: copy.id,
        planHash: planHash ?? '',
        resolutions: {},
      });
      assert.match(merged.elements[MIDDLE]?.content ?? '', / second$/);
      assert.match(merged.elements[7]?.content ?? '', / own$/);
    });
  }

  if (isTurnOf(2, 3)) {
    it('it is found (S13)', async () => {
      await revise(id, MIDDLE, 'sesquipedalian');
      const { hits } = await eventually(async () => {
        const found = await api.call('standards.searchContent', { query: 'sesquipedalian' });
        return found.hits.length > 0 && found;
      });
      assert.equal(hits[0]?.address, ELEMENTS[MIDDLE]?.address);
    });
  }

  it('one element more is 400, and nothing is written (S23)', async () => {
    const { version } = await api.call('standards.edit', { id });
    const { status, problem } = await api.callExpectingError('standards.workingCopy.save', {
      id,
      elements: LONG,
    });
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR']);
    assert.match(JSON.stringify(problem.errors), /"path":"elements"/);
    assert.equal((await api.call('standards.workingCopy.get', { id })).version, version);
  });
});
