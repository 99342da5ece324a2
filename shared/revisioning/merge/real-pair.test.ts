/** Tests of the merge laws on a pair of real documents: the low and the moderate baseline of NIST SP 800-53 Rev. 5. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { diffOutlines } from '../compare/diff-outlines.ts';
import { identifyOutline } from '../identity/identify-outline.ts';
import { depthOf, nextFreeOrdinal, ordinalOf, parentOf } from '../outline/address.ts';
import { hashContent } from '../outline/content-hash.ts';
import type { Element, Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import { findStoredProblems } from '../outline/stored-outline.fixture.ts';
import { mergeOutlines } from './merge-outline.ts';

function identify(name: string, base: Outline, firstId: number): Outline {
  let next = firstId;
  const nextId = () => next++;
  return identifyOutline({
    base,
    elements: loadCorpus(name).elements,
    nextElementId: nextId,
    nextFieldId: nextId,
  }).outline;
}

const low = identify('sp800-53r5-low', { elements: [], fields: [] }, 1);
const moderate = identify('sp800-53r5-moderate', low, 100_000);

/** Some clauses of low reworded and, below others, one added each, away from what moderate touched. */
function editLow(): { mine: Outline; reworded: Map<number, string>; added: Element[] } {
  const touched = new Set(diffOutlines(low, moderate).clauses.map(({ element_id }) => element_id));
  const reworded = new Map<number, string>();
  for (const [index, { element_id }] of low.elements.entries()) {
    if (index % 9 === 0 && !touched.has(element_id)) reworded.set(element_id, `Reworded ${element_id}`);
  }
  const takenUnder = Map.groupBy([...low.elements, ...moderate.elements], ({ address }) => parentOf(address));
  const present = new Set(moderate.elements.map(({ element_id }) => element_id));
  const added = low.elements
    .filter(
      ({ address, element_id }, index) => index % 17 === 0 && depthOf(address) < 5 && present.has(element_id),
    )
    .map(({ address }, index): Element => {
      const taken = new Set(takenUnder.get(address)?.map((child) => ordinalOf(child.address)));
      const free = `${address}.${nextFreeOrdinal(0, taken)}`;
      return {
        element_id: 200_000 + index,
        address: free,
        kind: 'clause',
        toc_content: '',
        content: `Added at ${free}`,
      };
    });
  const elements = low.elements.map((element) => {
    const content = reworded.get(element.element_id);
    return content === undefined ? element : { ...element, content };
  });
  return { mine: orderOutline({ elements: [...elements, ...added], fields: [] }), reworded, added };
}

test('every real specification is a valid outline and is itself under every law', () => {
  const names = [
    'ada-2010-standards',
    'uk-approved-document-e',
    'uk-approved-document-k',
    'uk-approved-document-m-vol-2',
  ];
  for (const name of names) {
    const outline = identify(name, { elements: [], fields: [] }, 1);
    assert.deepEqual(findStoredProblems(outline), []);
    const copy = structuredClone(outline);
    assert.deepEqual(mergeOutlines({ base: outline, theirs: copy, mine: outline }).outline, outline);
    assert.equal(hashContent(copy), hashContent(outline));
    assert.deepEqual(diffOutlines(outline, copy).clauses, []);
  }
});

test('moderate by one, edits of low by the other: merged without loss (S26)', () => {
  const { mine, reworded, added } = editLow();
  assert.ok(reworded.size > 20 && added.length > 20);
  const { outline, conflicts, changes } = mergeOutlines({ base: low, theirs: moderate, mine });
  assert.deepEqual(conflicts, []);
  assert.ok(outline);
  assert.deepEqual(findStoredProblems(outline), []);
  const merged = new Map(outline.elements.map((element) => [element.element_id, element]));
  assert.equal(merged.size, moderate.elements.length + added.length);
  for (const element of moderate.elements) {
    const content = reworded.get(element.element_id) ?? element.content;
    assert.deepEqual(merged.get(element.element_id), { ...element, content });
  }
  for (const element of added) assert.deepEqual(merged.get(element.element_id), element);
  assert.equal(changes.filter(({ side }) => side === 'mine').length, reworded.size + added.length);
});

test('saving moderate and the edits in the other order merges to the same content (S26)', () => {
  const { mine } = editLow();
  const one = mergeOutlines({ base: low, theirs: moderate, mine }).outline;
  const two = mergeOutlines({ base: low, theirs: mine, mine: moderate }).outline;
  assert.ok(one && two);
  assert.equal(hashContent(one), hashContent(two));
});

test('adding other clauses where moderate added its own: address_taken, and settled nothing is lost (S26)', () => {
  const lowAddresses = new Set(low.elements.map(({ address }) => address));
  const contested = moderate.elements
    .filter(({ address }) => !lowAddresses.has(address) && lowAddresses.has(parentOf(address) ?? ''))
    .slice(0, 40);
  const rivals = contested.map(({ address }, index): Element => {
    return { element_id: 300_000 + index, address, kind: 'clause', toc_content: '', content: 'Rival' };
  });
  const mine = orderOutline({ elements: [...low.elements, ...rivals], fields: [] });
  const { conflicts } = mergeOutlines({ base: low, theirs: moderate, mine });
  assert.equal(conflicts.length, contested.length * 2);
  assert.ok(conflicts.every(({ reason }) => reason === 'address_taken'));

  for (const side of ['mine', 'theirs'] as const) {
    const resolutions = new Map(contested.map(({ element_id }) => [element_id, side]));
    const { outline } = mergeOutlines({ base: low, theirs: moderate, mine, resolutions });
    assert.ok(outline);
    assert.deepEqual(findStoredProblems(outline), []);
    assert.equal(outline.elements.length, moderate.elements.length + rivals.length);
    const addresses = new Map(outline.elements.map(({ element_id, address }) => [element_id, address]));
    for (const { element_id, address } of side === 'mine' ? rivals : contested) {
      assert.equal(addresses.get(element_id), address);
    }
  }
});
