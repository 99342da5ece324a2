/** NIST SP 800-53: the low baseline customised in fifty places, then merged with the moderate one. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { numberSectionsFromOne } from '../../../scripts/demo/section-numbers.ts';
import { lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import type { ClauseInput } from '../standards-world.fixture.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

interface CorpusElement {
  address: string;
  heading?: string;
  content: string;
  kind: 'section' | 'clause' | 'note';
}

function loadElements(name: string): ClauseInput[] {
  const file = new URL(`../../../test/corpora/elements/${name}.json`, import.meta.url);
  const { elements }: { elements: CorpusElement[] } = JSON.parse(readFileSync(file, 'utf8'));
  return numberSectionsFromOne(elements).map(({ address, heading = '', content, kind }) => ({
    address,
    toc_content: heading,
    content,
    attributes: { inToc: kind === 'section', isNote: kind === 'note' },
  }));
}

const low = loadElements('sp800-53r5-low');
const moderate = loadElements('sp800-53r5-moderate');

describe('SP 800-53: low customised in fifty places, merged with moderate', () => {
  const node = useNode(['standards', 'projects']);
  const site = new CustomizationWorld(node);

  it('S18: conflicts exactly where both changed; merged, nothing of either is lost', async () => {
    const later = new Map(moderate.map((element) => [element.address, element]));
    const isTouched = ({ address, content = '' }: ClauseInput) => later.get(address)?.content !== content;
    // Half of them where the moderate baseline has other words, as far as there are so many.
    const textual = low.filter(({ content = '' }) => content !== '');
    const disputed = textual.filter(isTouched).slice(0, 25);
    const quiet = textual.filter((element) => !isTouched(element)).slice(0, 50 - disputed.length);
    assert.equal(disputed.length + quiet.length, 50);
    const mine = Object.fromEntries(
      [...disputed, ...quiet].map(({ address }) => [address, `Ours at ${address}.`]),
    );

    const source = await site.publishSource(low);
    const copy = await site.customize(source.id);
    await site.reword(copy.id, mine, lead);
    // Every clause is matched by its address: the moderate baseline has no identities.
    await site.revise(source.id, () => moderate);

    const plan = await site.plan(copy.id);
    assert.deepEqual(
      plan.conflicts.map(({ address }) => address).toSorted(),
      disputed.map(({ address }) => address).toSorted(),
    );
    const known = new Set(low.map(({ address }) => address));
    assert.equal(plan.summary.newElements, moderate.filter(({ address }) => !known.has(address)).length);

    const merged = await site.merge(copy.id, 'mine');
    const result = new Map(merged.elements.map(({ address, content }) => [address, content]));
    assert.equal(
      merged.elements.length,
      moderate.length + plan.conflicts.filter(({ theirs }) => !theirs).length,
    );
    for (const { address, content = '' } of moderate)
      assert.equal(result.get(address), mine[address] ?? content);
    for (const [address, words] of Object.entries(mine)) assert.equal(result.get(address), words);

    await node.call(lead, 'standards.publish', { id: copy.id });
    const again = await site.plan(copy.id);
    assert.deepEqual([again.conflicts, again.summary.autoResolved], [[], 0]);
  });
});
