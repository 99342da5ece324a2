/**
 * Test of customising and merging real documents: the low baseline of NIST SP 800-53, customised in fifty places,
 * then merged with the moderate one.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import { lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import type { ClauseInput } from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

const loadElements = (name: string): ClauseInput[] => loadCorpus(name).elements.map(presentElementBody);

const low = loadElements('sp800-53r5-low');
const moderate = loadElements('sp800-53r5-moderate');

describe('SP 800-53: low customised in fifty places, merged with moderate', () => {
  const node = useNode(['standards', 'projects']);
  const site = new CustomizationWorld(node);

  it('conflicts exactly where both changed; merged, nothing of either is lost (S18)', async () => {
    // Moderate adds clauses to low and rewords none, so its publisher amends thirty of them here.
    const textual = low.filter(({ content = '' }) => content !== '');
    const amended = new Set(
      textual
        .filter((_, index) => index % 20 === 0)
        .slice(0, 30)
        .map(({ address }) => address),
    );
    const target = moderate.map((element) =>
      amended.has(element.address) ? { ...element, content: `${element.content} As amended.` } : element,
    );
    const mine = Object.fromEntries(
      textual
        .filter((_, index) => index % 8 === 0)
        .slice(0, 47)
        .map(({ address }) => [address, `Ours at ${address}.`]),
    );
    const known = new Set(low.map(({ address }) => address));
    const rivals = target
      .filter(({ address }) => !known.has(address) && known.has(address.replace(/\.\d+$/, '')))
      .slice(0, 3)
      .map(({ address }) => ({ address, content: `Added by us at ${address}.` }));
    assert.equal(Object.keys(mine).length + rivals.length, 50);
    const disputed = Object.keys(mine).filter((address) => amended.has(address));
    assert.ok(disputed.length >= 5);

    const source = await site.publishSource(low);
    const copy = await site.customize(source.id);
    const customised = (elements: ClauseInput[]) => [
      ...elements.map((element) => ({ ...element, content: mine[element.address] ?? element.content ?? '' })),
      ...rivals,
    ];
    await site.revise(copy.id, customised, lead);
    // Its clauses are matched by address: the corpus has no identities.
    await site.revise(source.id, () => target);

    const { conflicts, summary } = await site.plan(copy.id);
    const ofType = (wanted: string) =>
      conflicts.flatMap(({ type, address }) => (type === wanted ? [address] : [])).toSorted();
    assert.deepEqual(ofType('both_changed'), disputed.toSorted());
    assert.deepEqual(ofType('address_taken'), rivals.map(({ address }) => address).toSorted());
    assert.equal(conflicts.length, disputed.length + rivals.length);
    assert.equal(summary.newElements, target.length - low.length - rivals.length);
    assert.equal(summary.autoResolved, amended.size - disputed.length);

    const merged = await site.merge(copy.id, 'mine');
    assert.equal(merged.elements.length, target.length + rivals.length);
    const result = new Map(merged.elements.map(({ address, content }) => [address, content]));
    const contents = new Set(merged.elements.map(({ content }) => content));
    for (const [address, words] of Object.entries(mine)) assert.equal(result.get(address), words);
    for (const { address, content } of rivals) assert.equal(result.get(address), content);
    const taken = new Set(rivals.map(({ address }) => address));
    for (const { address, content = '' } of target) {
      const isBelowRival = [...taken].some((rival) => address === rival || address.startsWith(`${rival}.`));
      if (isBelowRival) assert.ok(contents.has(content), `lost ${address}`);
      else assert.equal(result.get(address), mine[address] ?? content);
    }

    await node.call(lead, 'standards.publish', { id: copy.id });
    const again = await site.plan(copy.id);
    assert.deepEqual([again.conflicts, again.autoResolved, again.newElements], [[], [], []]);
  });
});
