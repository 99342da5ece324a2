/** Tests of a merge plan where the source and the copy both moved clauses. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

describe('the merge plan where both sides put clauses elsewhere', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const site = new CustomizationWorld(node);
  const OUTLINE = ['1', '1.1', '1.2', '2', '2.1', '2.2'].map((address) => ({
    address,
    content: `Requirement ${address}.`,
  }));

  for (const [theirs, mine] of [
    ['1.3', '2.3'],
    ['2.3', '1.3'],
  ] as const)
    it(`the source has 2.2 at ${theirs}, the copy at ${mine}: a conflict with the three addresses, and the merge gives the chosen one (Y9)`, async () => {
      const source = await site.publishSource(OUTLINE);
      const copy = await site.customize(source.id);
      const move = (id: number, to: string, who?: typeof lead) =>
        site.revise(
          id,
          (elements) =>
            elements.map((element) => (element.address === '2.2' ? { ...element, address: to } : element)),
          who,
        );
      await move(copy.id, mine, lead);
      await move(source.id, theirs);
      const plan = await site.plan(copy.id);
      assert.deepEqual(
        plan.conflicts.map((conflict) => [
          conflict.type,
          conflict.axes,
          conflict.base?.address,
          conflict.theirs?.address,
          conflict.mine?.address,
        ]),
        [['both_moved', ['place'], '2.2', theirs, mine]],
      );
      assert.deepEqual([plan.autoResolved, plan.newElements, plan.removedElements], [[], [], []]);
      const { elements } = await site.merge(copy.id, 'theirs');
      const id = plan.conflicts[0]?.element_id;
      assert.equal(elements.find(({ element_id }) => element_id === id)?.address, theirs);
    });

  it('names in autoResolved the place after the merge, and warns of a number that a choice decides (Y9)', async () => {
    const source = await site.publishSource(OUTLINE);
    const copy = await site.customize(source.id);
    await site.revise(copy.id, (elements) => [...elements, { address: '2.3', content: 'Ours.' }], lead);
    await site.revise(source.id, (elements) => [
      { address: '1', content: 'A part before.' },
      ...elements.map((element) => ({
        ...element,
        address: `${Number(element.address[0]) + 1}${element.address.slice(1)}`,
      })),
      { address: '3.3', content: 'Theirs.' },
    ]);
    const plan = await site.plan(copy.id);
    assert.deepEqual(
      plan.conflicts.map(({ type, theirs, mine }) => [type, theirs?.content, mine?.content]),
      [['address_taken', 'Theirs.', 'Ours.']],
    );
    const numbered = plan.warnings.map(({ element_id, address, rule, message }) => {
      assert.equal(rule, 'number_depends_on_choice');
      const clause = plan.conflicts.find(
        (conflict) => conflict.element_id === element_id || conflict.theirs_element_id === element_id,
      );
      assert.ok(clause);
      return [address, message.replace(/^.*clause: /, '')];
    });
    assert.deepEqual(numbered.toSorted(), [
      ['3.3', '3.3 with theirs, 3.4 with mine for all of them'],
      ['3.4', '3.4 with theirs, 3.3 with mine, 3.3 with combine for all of them'],
    ]);
    const { elements } = await site.merge(copy.id, 'mine');
    const places = new Map(elements.map(({ element_id, address }) => [element_id, address]));
    for (const { element_id, address } of plan.autoResolved) assert.equal(places.get(element_id), address);
  });
});
