/** Tests that each quantity and clause number of the ADA Standards finds its clause first. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { OpenEngine } from '../../../../shared/search/search-thread.ts';
import { openTestEngine } from '../../../../shared/search/test-engine.fixture.ts';
import { readContentRows } from '../content-rows.ts';
import { indexCorpus, SCOPE } from './score-search.ts';

interface Clause {
  address: string;
  heading?: string;
  content: string;
  kind: 'section' | 'clause' | 'note';
}

const { elements }: { elements: Clause[] } = JSON.parse(
  readFileSync('test/corpora/elements/ada-2010-standards.json', 'utf8'),
);
/** Whole numbers with their units, also with a fraction: 48 inches, 1/2 inch, 13 mm, 4.5 pounds. */
const QUANTITY =
  /(?<![\w./:,-])(?<!\d )(?:\d+ )?\d+(?:[./]\d+)? (?:inch(?:es)?|feet|foot|mm|m|pounds?|degrees|percent|lux|N|seconds?)\b/g;

/** The quantities that one clause alone has, with its address. */
function uniqueQuantities(): Map<string, string> {
  const found = elements.flatMap(({ address, content }) =>
    [...new Set(content.match(QUANTITY) ?? [])].map((quantity) => ({ address, quantity })),
  );
  const byQuantity = Map.groupBy(found, ({ quantity }) => quantity);
  return new Map(
    [...byQuantity].flatMap(([quantity, [one, ...others]]) =>
      one && others.length === 0 ? [[quantity, one.address]] : [],
    ),
  );
}

describe('quantities in the ADA Standards', () => {
  let engine: OpenEngine;
  beforeAll(async () => {
    engine = await indexCorpus(elements, await openTestEngine(readContentRows, null));
  });
  afterAll(() => engine.close());
  const search = (query: string) => engine.search({ query, scopes: [SCOPE], documents: [], limit: 10 });

  it('one that a single clause has finds this clause first, and only this is strong (Y16)', async () => {
    const quantities = [...uniqueQuantities()];
    assert.ok(quantities.length >= 90, `${quantities.length}`);
    for (const [quantity, address] of quantities)
      for (const query of [quantity, `"${quantity}"`]) {
        const strong = (await search(query)).filter(({ confidence }) => confidence === 'strong');
        assert.deepEqual(
          strong.map(({ element }) => element.address),
          [address],
          query,
        );
        assert.equal((await search(query))[0]?.element.address, address, query);
      }
  });

  it('the number of a clause finds it first (Y16)', async () => {
    for (const { address, kind } of elements.filter((_, at) => at % 20 === 0))
      for (const query of [address, `Section ${address}.`, `article ${address}`])
        if (kind !== 'note') assert.equal((await search(query))[0]?.element.address, address, query);
  });
});
