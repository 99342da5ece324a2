/** Test that a merge plan tells nothing of the text of withheld clauses. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

describe('the merge plan of a copy with withheld clauses', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);

  it('tells neither whose withheld text another clause has now, nor what changed in a withheld one (W13, S18)', async () => {
    const edition = await world.adopt();
    const source = await copies.customize(edition.standardId);
    await copies.reword(source.id, { '1.1': 'Words of ours.' }, lead);
    const copy = await copies.customize(source.id, { name: 'Copy of the copy' });
    const withEdits =
      (address: string, toc_content: string, words: Record<string, string> = {}) =>
      (elements: Parameters<Parameters<typeof copies.revise>[1]>[0]) =>
        elements.map((element) => ({
          ...element,
          ...(element.address === address ? { toc_content } : {}),
          ...(words[element.address] === undefined ? {} : { content: words[element.address] ?? '' }),
        }));
    await copies.revise(copy.id, withEdits('1.1', 'Mine', { '1.2': 'Mine.' }), lead);
    await copies.revise(
      source.id,
      withEdits('1.1', 'Theirs', { '1.2': 'Words of ours.', '1.1': 'Other words of ours.' }),
      lead,
    );
    const readable = await copies.plan(copy.id);
    assert.deepEqual(
      [
        readable.warnings.map(({ address }) => address),
        readable.conflicts.find(({ address }) => address === '1.1')?.axes,
      ],
      [['1.1', '1.2'], ['heading']],
    );
    await world.state(edition, world.hold(edition));
    const plan = await copies.plan(copy.id);
    const conflict = plan.conflicts.find(({ address }) => address === '1.1');
    assert.deepEqual([conflict?.mine?.moderation?.level, conflict?.axes, plan.warnings], [2, [], []]);
  });
});
