/** Tests of the whole way of a real document, the 2010 ADA Standards: create, save, publish, read, concurrent edits. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { presentElementBody } from '../../shared/revisioning/outline/element-body.ts';
import { editor, lead, viewer } from '../../test/people.ts';
import { useNode } from '../../test/service-node.ts';
import {
  authorKey,
  type ClauseInput,
  type FieldInputs,
  rewordedSave,
  StandardsWorld,
} from '../../test/world/standards-world.ts';

function loadAda(): { elements: ClauseInput[]; fields: FieldInputs } {
  const { elements, fields } = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');
  return { elements: elements.map(presentElementBody), fields };
}

describe('the 2010 ADA Standards: 1,896 elements, 395 fields', () => {
  const node = useNode(['standards', 'projects']);
  const world = new StandardsWorld(node);
  const document = loadAda();

  it('create, save, publish, read: every word is there, and markdown by key gives the same content hash', async () => {
    const { id, revisionId } = await world.publishStandard(document.elements, document.fields);
    const shown = await node.call(viewer, 'standards.get', { id, revisionId });
    assert.ok('elements' in shown);
    assert.equal(shown.elements.length, 1_896);
    assert.equal(shown.datasheet_elements.length, 395);
    const sent = new Map(document.elements.map((element) => [element.address, element]));
    for (const { address, content, toc_content } of shown.elements) {
      assert.equal(content, sent.get(address)?.content);
      assert.equal(toc_content, sent.get(address)?.toc_content);
    }
    const text = await node.call(viewer, 'standards.get', { id, format: 'markdown' });
    assert.ok('markdown' in text);
    const report = await node.call(lead, 'standards.validateMarkdown', {
      markdown: text.markdown,
      standardId: id,
    });
    assert.deepEqual([report.ok, report.comparison], [true, { matched: 1_896, new: 0, removed: 0 }]);
    const twin = await world.createWorkingCopy([]);
    await node.call(authorKey(lead), 'standards.workingCopy.save', { id: twin.id, markdown: text.markdown });
    const { content_hash } = await node.call(lead, 'standards.publish', { id: twin.id });
    assert.equal(content_hash, shown.content_hash);
    // The same text again over the published one ties every clause by address: nothing changes.
    const opened = await node.call(lead, 'standards.edit', { id });
    const again = await node.call(authorKey(lead), 'standards.workingCopy.save', {
      id,
      markdown: text.markdown,
    });
    assert.equal(again.version, opened.version);
  });

  it('two concurrent edits: the second save is merged', async () => {
    const { id } = await world.publishStandard(document.elements, document.fields);
    const copy = await node.call(lead, 'standards.edit', { id });
    const [first, last] = [copy.elements[1], copy.elements.at(-1)];
    assert.ok(first && last);
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      ...rewordedSave(copy, { [first.address]: 'By Ada.' }),
    });
    const saved = await node.call(editor, 'standards.workingCopy.save', {
      id,
      ...rewordedSave(copy, { [last.address]: 'By Byron.' }),
    });
    assert.equal(saved.merged, true);
    assert.deepEqual(
      saved.mergedChanges?.map(({ address }) => address),
      [first.address],
    );
    const { revision } = await node.call(lead, 'standards.publish', { id });
    const { clauses } = await node.call(viewer, 'standards.compare', {
      id,
      from: copy.opened_from?.id ?? 0,
      to: revision.id,
    });
    assert.deepEqual(
      clauses.map(({ change, after: now }) => [change, now?.content]),
      [
        ['changed', 'By Ada.'],
        ['changed', 'By Byron.'],
      ],
    );
  });
});
