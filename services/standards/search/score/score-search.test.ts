/** Tests of the quality of search on the judged queries about the ADA Standards, with and without word vectors. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { FETCHED_MODEL_FOLDER } from '../../../../shared/search/engine/word-vector-files.ts';
import { WordVectors } from '../../../../shared/search/engine/word-vectors.ts';
import { openTestEngine } from '../../../../shared/search/test-engine.fixture.ts';
import { skipIf } from '../../../../test/skip-if.ts';
import { readContentRows } from '../content-rows.ts';
import { scoreSearch } from './score-search.ts';

const read = (file: string) => JSON.parse(readFileSync(`test/corpora/${file}`, 'utf8'));
const { elements } = read('elements/ada-2010-standards.json');
const queries = read('search/ada-advisory-queries.json');
const words = WordVectors.load(FETCHED_MODEL_FOLDER);

skipIf(words === null && 'the word vectors are not there').describe('search on the ADA Standards', () => {
  it('nDCG@10 is at least 0.568, and 12 of 13 strong hits are right (S13, Y16)', async () => {
    const { ndcg, recall, strong, strongRelevant } = await scoreSearch(
      elements,
      queries,
      await openTestEngine(readContentRows, words),
    );
    assert.ok(ndcg >= 0.568, `nDCG@10 ${ndcg}`);
    assert.ok(recall >= 0.7, `recall@10 ${recall}`);
    assert.ok(strongRelevant >= 12 && strongRelevant / strong >= 12 / 13, `${strongRelevant} of ${strong}`);
  });

  it('finds what a query means by none of its words', async () => {
    const { recall } = await scoreSearch(
      [
        { address: '1', content: 'Each elevator serves every storey.', kind: 'clause' },
        { address: '2', content: 'Concrete is cured for seven days.', kind: 'clause' },
        { address: '3', content: 'Paint is applied in two coats.', kind: 'clause' },
      ],
      [{ query: 'lift', relevant: '1' }],
      await openTestEngine(readContentRows, words),
    );
    assert.equal(recall, 1);
  });
});

describe('search without word vectors', () => {
  it('works by keywords alone', async () => {
    const engine = await openTestEngine(readContentRows, null);
    const { ndcg } = await scoreSearch(elements, queries, engine);
    assert.ok(ndcg >= 0.5, `nDCG@10 ${ndcg}`);
  });
});
