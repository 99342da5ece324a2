/** Tests of a save whose elements have no ids: which stored clause each of them is, and the report of it. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { fieldInput, SMALL_OUTLINE, useWorkingCopies } from '../../../test/world/standards-world.ts';

describe('clauses saved without identities', () => {
  const { world, save } = useWorkingCopies();

  it('an insertion sent without identities moves the clauses behind it, and the response says so (Y10)', async () => {
    const { id } = await world.createWorkingCopy();
    const before = await world.readWorkingCopy(id);
    const [section, cement, water, note] = SMALL_OUTLINE;
    const elements = [
      section,
      { address: '1.1', content: 'Gravel.' },
      { ...cement, address: '1.2' },
      { ...water, address: '1.3', content: 'Water shall be clean and cold.' },
      { ...note, address: '1.3.1' },
    ];
    const [, ...ids] = before.elements.map(({ element_id }) => element_id);
    const expected = {
      kept: 1,
      moved: [
        { elementId: ids[0], from: '1.1', to: '1.2', by: 'text' },
        { elementId: ids[1], from: '1.2', to: '1.3', by: 'likeness' },
        { elementId: ids[2], from: '1.2.1', to: '1.3.1', by: 'text' },
      ],
      new: ['1.1'],
      deleted: [],
      uncertain: [],
    };
    for (const dryRun of [true, undefined]) {
      const { identities, warnings } = await save(id, { elements, dryRun });
      assert.deepEqual([identities, warnings], [expected, []]);
    }
    const after = await world.readWorkingCopy(id);
    assert.deepEqual(
      after.elements.map(({ element_id }) => element_id).filter((_, at) => at !== 1),
      before.elements.map(({ element_id }) => element_id),
    );
    const sent = after.elements.map(({ element_id, address, content }) => ({ element_id, address, content }));
    assert.equal((await save(id, { elements: sent })).identities, undefined);
  });

  it('a text that is hardly like the one before is uncertain, followed in place and not elsewhere (Y10)', async () => {
    const clauses = [
      {
        address: '1',
        toc_content: 'Joints',
        content: 'Joints are sawn wet within a day of placing the slab.',
      },
      {
        address: '2',
        toc_content: 'Curing',
        content: 'Curing starts at once and lasts for seven full days.',
      },
    ];
    const { id } = await world.createWorkingCopy(clauses);
    const { elements } = await world.readWorkingCopy(id);
    const [joints] = clauses;
    const reworded = [joints, { ...clauses[1], content: 'Slabs stay covered until tested.' }];
    const { identities } = await save(id, { elements: reworded, dryRun: true });
    assert.deepEqual(
      identities?.uncertain.map(({ likeness, ...row }) => [row, (likeness ?? 1) < 0.6]),
      [[{ elementId: elements[1]?.element_id, from: '2', to: '2', followed: true }, true]],
    );
    const elsewhere = [
      joints,
      { address: '1.1', content: 'Curing lasts for ten days at least, under wet mats.' },
    ];
    const { identities: moved } = await save(id, { elements: elsewhere, dryRun: true });
    assert.deepEqual(
      [moved?.new, moved?.deleted, moved?.uncertain.map(({ from, to, followed }) => [from, to, followed])],
      [['1.1'], [{ elementId: elements[1]?.element_id, address: '2' }], [['2', '1.1', false]]],
    );
  });

  it('names what hangs on a clause whose text became another one, in a dry run too (Y12)', async () => {
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [fieldInput('1.2', 'Source')]);
    const { version } = await world.readWorkingCopy(id);
    const elements = SMALL_OUTLINE.map((element) =>
      element.address === '1.2' ? { ...element, content: 'Joints are sawn dry.' } : element,
    );
    const datasheetElements = [fieldInput('1.2', 'Source')];
    for (const isDryRun of [true, false]) {
      const { warnings } = await save(id, {
        elements,
        datasheetElements,
        ...(isDryRun ? { dryRun: true } : {}),
      });
      assert.deepEqual(
        warnings.map(({ rule, address, attached, text }) => [rule, address, attached, text]),
        [
          [
            'text_of_another_clause',
            '1.2',
            { clauses: ['1.2.1'], fields: ['Source'] },
            'Joints are sawn dry.',
          ],
        ],
      );
      assert.equal((await world.readWorkingCopy(id)).version === version, isDryRun);
    }
  });
});
