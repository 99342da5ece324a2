/**
 * Tests of the largest texts of clauses and standards, when they are saved as elements or markup, published, and
 * merged.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { authorKey, type ClauseInput, StandardsWorld } from '../../../test/world/standards-world.ts';
import { baseOf } from '../../../tools/world/standards.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const LONGEST = 100_000;
/** Text that hardly compresses, so that records and messages are as large as they can be. */
const noise = (characters: number): string => randomBytes(characters).toString('base64').slice(0, characters);
/** Of clauses with the longest text: more than half of what a standard may have. */
const HALF = 44;

const clauses = (content: (number: number) => string): ClauseInput[] => [
  { address: '1', toc_content: 'All', attributes: { inToc: true } },
  ...Array.from({ length: 2 * HALF }, (_, at) => ({ address: `1.${at + 1}`, content: content(at) })),
];
const shorts = clauses(() => 'short');
const withLong = (elements: ClauseInput[], from: number): ClauseInput[] =>
  elements.map((element, at) =>
    at > from && at <= from + HALF ? { ...element, content: noise(LONGEST) } : element,
  );

describe('limits of text', () => {
  const node = useNode(['standards', 'projects']);
  const world = new StandardsWorld(node);
  const copies = new CustomizationWorld(node);

  it('a clause of 100,001 characters is 400 as an element and 422 as markup, both by its address or path (S23)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const element = (length: number) => ({ address: '1', content: 'a'.repeat(length) });
    const sent = { id, elements: [element(LONGEST + 1)], confirmReplace: true };
    const { code, status, extras } = await expectRejection(
      node.call(lead, 'standards.workingCopy.save', sent),
    );
    assert.deepEqual(
      [code, status, extras.errors?.[0]?.path],
      ['VALIDATION_ERROR', 400, 'elements[0].content'],
    );
    const markdown = `# 1 Scope\n\n1.1 ${'a'.repeat(LONGEST + 1)}\n`;
    await expectRejection(
      node.call(authorKey(lead), 'standards.workingCopy.save', { id, markdown, confirmReplace: true }),
      422,
      'MARKUP_ERRORS',
    );
    assert.equal((await world.readWorkingCopy(id)).version, version);
    const elements = [element(LONGEST)];
    await node.call(lead, 'standards.workingCopy.save', { id, elements, confirmReplace: true });
  });

  it('8 MB of text that hardly compresses is saved, published and read; more is 400 and not written (S23)', async () => {
    const { id } = await world.createWorkingCopy(shorts);
    const full = clauses((at) => (at < 83 ? noise(LONGEST) : 'short'));
    const { version } = await node.call(lead, 'standards.workingCopy.save', { id, elements: full });
    const tooMuch = clauses(() => noise(LONGEST));
    const refused = await expectRejection(
      node.call(lead, 'standards.workingCopy.save', { id, elements: tooMuch }),
    );
    assert.deepEqual([refused.status, refused.extras.errors?.[0]?.path], [400, 'elements']);
    const read = await world.readWorkingCopy(id);
    assert.deepEqual([read.version, read.elements[83]?.content], [version, full[83]?.content]);
    const { revision } = await node.call(lead, 'standards.publish', { id });
    const sealed = await node.call(lead, 'standards.get', { id, revisionId: revision.id });
    assert.equal('elements' in sealed && sealed.elements[1]?.content, full[1]?.content);
  });

  it('two saves that together are too much text: the later one is 409, the earlier one stays (S26)', async () => {
    const { id } = await world.createWorkingCopy(shorts);
    const copy = await world.readWorkingCopy(id);
    const save = (from: number) =>
      node.call(lead, 'standards.workingCopy.save', {
        id,
        ...baseOf(copy),
        elements: withLong(copy.elements, from),
      });
    const { version } = await save(0);
    await expectRejection(save(HALF), 409, 'EDIT_CONFLICT');
    assert.equal((await world.readWorkingCopy(id)).version, version);
  });

  it('a merge of a copy that is too much text is 409, and opens no working copy (S19)', async () => {
    const source = await copies.publishSource(shorts);
    const copy = await copies.customize(source.id);
    await copies.revise(source.id, (elements) => withLong(elements, 0));
    await copies.revise(copy.id, (elements) => withLong(elements, HALF), lead);
    const { code, extras } = await expectRejection(copies.merge(copy.id, 'mine'));
    assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'outline']);
    await expectRejection(world.readWorkingCopy(copy.id));
  });

  it('two texts that are too long for one clause are not combined (S8, S23)', async () => {
    const source = await copies.publishSource();
    const copy = await copies.customize(source.id);
    await copies.reword(source.id, { '1.1': 'a'.repeat(60_000) });
    await copies.reword(copy.id, { '1.1': 'b'.repeat(60_000) }, lead);
    const { code, extras } = await expectRejection(copies.merge(copy.id, 'combine'));
    assert.deepEqual([code, extras.errors?.length], ['VALIDATION_ERROR', 1]);
    await copies.merge(copy.id, 'mine', { '1.1': { choice: 'combine', combinedText: 'c'.repeat(LONGEST) } });
    assert.equal((await world.readWorkingCopy(copy.id)).elements[1]?.content.length, LONGEST);
  });
});
