/** Tests of the labels (printed numbers) of clauses: saved, read, compared, merged and withheld. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CANARY, HoldsWorld } from '../../../test/world/holds.ts';
import {
  authorKey,
  type ClauseInput,
  SMALL_OUTLINE,
  useWorkingCopies,
  type WorkingCopyResult,
} from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const labelled = (label: string | null, more: ClauseInput[] = SMALL_OUTLINE): ClauseInput[] =>
  more.map((element) =>
    element.address === '1.1' ? { ...element, attributes: { ...element.attributes, label } } : element,
  );

describe('the printed number of a clause', () => {
  const { node, world, save } = useWorkingCopies();
  const copies = new CustomizationWorld(node);
  const holds = new HoldsWorld(node);
  const labelsOf = ({ elements }: Pick<WorkingCopyResult, 'elements'>) =>
    elements.map(({ attributes }) => attributes.label);
  const publish = (id: number) => node.call(lead, 'standards.publish', { id });

  it('is saved, sealed and read in every form; it is part of the content (Y11)', async () => {
    const { id } = await world.createWorkingCopy(labelled(' AC-1\u00a0e\u0301 '));
    assert.deepEqual(
      labelsOf(await world.readWorkingCopy(id)),
      [undefined, 'AC-1 é', undefined, undefined].map((label) => label?.replace(' ', '\u00a0')),
    );
    const { revision } = await publish(id);
    const read = await node.call(lead, 'standards.get', { id });
    assert.ok('elements' in read);
    assert.deepEqual(read.elements[1]?.attributes, { label: 'AC-1\u00a0é' });
    const text = await node.call(lead, 'standards.get', { id, format: 'markdown' });
    assert.ok('markdown' in text);
    assert.ok(text.markdown.includes('1.1 {label="AC-1\u00a0é"} Cement shall be grey.'));
    const plain = await world.createWorkingCopy(SMALL_OUTLINE);
    assert.notEqual((await publish(plain.id)).revision.content_hash, revision.content_hash);
    await node.call(lead, 'standards.edit', { id: plain.id });
    await save(plain.id, { elements: labelled('AC-1\u00a0é') });
    assert.equal((await publish(plain.id)).revision.content_hash, revision.content_hash);
  });

  it('is read from markup; null, an empty one and none are the same (Y11)', async () => {
    const markdown =
      '# 1 {label="PART 1"} Materials\n\n1.1 {label="1.01.A"} Cement shall be grey.\n\n1.2 Water.';
    const { id } = await world.createWorkingCopy();
    await save(id, { markdown, confirmReplace: true }, authorKey(lead));
    const copy = await world.readWorkingCopy(id);
    assert.deepEqual(labelsOf(copy), ['PART 1', '1.01.A', undefined]);
    assert.deepEqual(copy.elements[0]?.attributes, { inToc: true, label: 'PART 1' });
    for (const label of [null, ''])
      await save(id, { elements: copy.elements.map((element) => ({ ...element, attributes: { label } })) });
    assert.deepEqual(labelsOf(await world.readWorkingCopy(id)), [undefined, undefined, undefined]);
  });

  it('has at most 60 characters on one line, without control characters (Y11)', async () => {
    const { id } = await world.createWorkingCopy();
    for (const label of ['x'.repeat(61), 'a\nb', 'a\u0007']) {
      const { code, extras } = await expectRejection(save(id, { elements: labelled(label) }));
      assert.deepEqual(
        [code, extras.errors?.[0]?.path],
        ['VALIDATION_ERROR', 'elements[1].attributes.label'],
      );
    }
    await save(id, { elements: labelled('😀'.repeat(60)) });
    const markdown = `# 1 A\n\n1.1 {label="${'x'.repeat(61)}"} Cement.`;
    const refused = await expectRejection(save(id, { markdown, confirmReplace: true }, authorKey(lead)));
    assert.deepEqual([refused.code, refused.extras.errors?.[0]?.line], ['MARKUP_ERRORS', 3]);
  });

  it('merges with a change of the text by another editor, and is compared and amended (Y11, S26, S25)', async () => {
    const { id } = await world.createWorkingCopy();
    const first = await publish(id);
    await node.call(lead, 'standards.edit', { id });
    const read = await world.readWorkingCopy(id);
    const withIds = (elements: ClauseInput[]) =>
      elements.map((element, at) => ({ ...element, element_id: read.elements[at]?.element_id ?? 0 }));
    await save(id, { elements: withIds(labelled('1.02')) });
    const reworded = SMALL_OUTLINE.map((one) =>
      one.address === '1.1' ? { ...one, content: 'Cement shall be white.' } : one,
    );
    const { merged } = await save(id, {
      elements: withIds(reworded),
      baseVersion: read.version,
      baseElements: read.elements.map(({ element_id, address, hash = '' }) => ({
        elementId: element_id,
        address,
        hash,
      })),
    });
    assert.equal(merged, true);
    const [, cement] = (await world.readWorkingCopy(id)).elements;
    assert.deepEqual([cement?.attributes.label, cement?.content], ['1.02', 'Cement shall be white.']);
    const second = await publish(id);
    const range = { id, from: first.revision.id, to: second.revision.id };
    const { clauses } = await node.call(lead, 'standards.compare', range);
    assert.deepEqual(
      clauses.map(({ change, before, after }) => [change, before?.attributes.label, after?.attributes.label]),
      [['changed', undefined, '1.02']],
    );
    const amendment = await node.call(lead, 'standards.amendment', range);
    assert.ok('instructions' in amendment);
    assert.deepEqual(
      amendment.instructions.map(({ action, printed, sentence }) => [action, printed, sentence]),
      [
        ['substitute', undefined, 'In 1.1 for "grey" substitute "white"'],
        ['label', '1.02', 'In 1.1 print the number "1.02"'],
      ],
    );
  });

  it('follows the source into a customised copy, and shows in its plan and changelog (Y11, S18)', async () => {
    const source = await copies.publishSource(labelled('1.01'));
    const { id: copy } = await copies.customize(source.id);
    await copies.reword(copy, { '1.2': 'Water shall be ours.' }, lead);
    await copies.revise(source.id, (elements) => labelled('1.02', elements));
    const plan = await node.call(lead, 'standards.mergePlan', { id: copy });
    assert.ok('autoResolved' in plan);
    assert.deepEqual(
      plan.autoResolved.map(({ address, theirs, mine }) => [address, theirs?.label, mine?.label]),
      [['1.1', '1.02', '1.01']],
    );
    await copies.merge(copy, 'mine');
    assert.deepEqual(labelsOf(await world.readWorkingCopy(copy)), [undefined, '1.02', undefined, undefined]);
  });

  it('is withheld with it, and comes back with its seal (Y11, W13, W14)', async () => {
    const edition = await holds.adopt();
    const { id } = await copies.customize(edition.standardId);
    await node.call(lead, 'standards.edit', { id });
    const shown = async () =>
      JSON.stringify([
        await node.call(lead, 'standards.get', { id }),
        await node.call(lead, 'standards.get', { id, format: 'markdown' }),
        await node.call(lead, 'standards.workingCopy.get', { id }),
        await node.call(lead, 'standards.get', { id: edition.standardId }),
      ]);
    assert.ok((await shown()).includes(`No. ${CANARY}`));
    await holds.state(edition, holds.hold(edition));
    assert.ok(!(await shown()).includes(CANARY));
    const { elements } = await node.call(lead, 'standards.workingCopy.get', { id });
    await save(id, {
      elements: elements.map((element) => ({
        ...element,
        attributes: { ...element.attributes, label: element.address },
      })),
    });
    await holds.state(edition);
    const after = await node.call(lead, 'standards.workingCopy.get', { id });
    assert.deepEqual(
      after.elements.map(({ attributes }) => attributes.label),
      ['1', `No. ${CANARY}`, '1.2', '1.3'],
    );
  });
});
