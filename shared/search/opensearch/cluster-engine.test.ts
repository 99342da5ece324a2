/** Tests of the search engine whose rows are in OpenSearch, beside the one in memory. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, openSearchUrl } from '../../../test/test-servers.ts';
import { type RowReader, SearchEngine } from '../engine/search-engine.ts';
import type { SearchHit } from '../engine/search-hits.ts';
import { toSearchRows } from '../engine/search-rows.ts';
import { FETCHED_MODEL_FOLDER } from '../engine/word-vector-files.ts';
import { WordVectors } from '../engine/word-vectors.ts';
import type { OpenEngine } from '../search-thread.ts';
import { SearchUnavailable } from '../search-unavailable.ts';
import { testKey } from '../test-engine.fixture.ts';
import { indexName } from './index-form.ts';
import { openClusterEngine } from './open-cluster-engine.ts';
import { contentIdOf } from './row-documents.ts';
import { SearchCluster } from './search-cluster.ts';

const OWNER = 'engine tests';
const vectors = WordVectors.load(FETCHED_MODEL_FOLDER);
const MODEL = { vectors, digest: vectors ? 'words' : '' };
const WORDS = ['door', 'doors', 'ramp', '2.5', '25 mm', 'AC-2', 'a.b', 'handrail', 'the', '1:12'];

describe('an engine whose cluster does not answer', () => {
  it('does not open, for the moment (S13)', async () => {
    const nodes = { nodes: ['http://127.0.0.1:9'], owner: OWNER };
    await assert.rejects(
      openClusterEngine(
        () => [],
        nodes,
        MODEL,
        () => undefined,
      ),
      SearchUnavailable,
    );
  });
});

skipIf(missingServer('OPENSEARCH')).describe('an engine with its rows in OpenSearch', () => {
  const texts = new Map<string, readonly string[]>();
  const readRows: RowReader = ({ key }) =>
    toSearchRows(
      (texts.get(key) ?? []).map((content, at) => ({
        element_id: at + 1,
        address: at === 0 ? '1' : `1.${at}`,
        toc_content: at % 3 === 0 ? (content.split(' ')[0] ?? '') : '',
        content,
        depth: 1,
        attributes: at % 4 === 3 ? { isNote: true } : {},
      })),
      [],
      new Set(),
    );
  const losses: Error[] = [];
  const url = openSearchUrl() ?? '';
  let engine: OpenEngine;
  let cluster: SearchCluster;
  const open = () =>
    openClusterEngine(readRows, { nodes: [url], owner: OWNER }, MODEL, (reason) => losses.push(reason));
  beforeAll(async () => {
    engine = await open();
    cluster = new SearchCluster([url], indexName(OWNER, MODEL.digest), () => undefined);
    await cluster.open();
  });
  afterAll(async () => {
    await engine.close();
    await cluster.close();
  });

  async function publish(scope: string, contents: readonly string[], engines = [engine]): Promise<string> {
    const key = testKey();
    texts.set(key, contents);
    for (const each of engines) {
      await each.index({ key, packed: new Uint8Array(), withheldElementIds: [] });
      const document = { standardId: texts.size, revisionId: texts.size, name: 'Ramps 2.5', key };
      assert.ok(await each.setCurrent({ scope, document }));
    }
    return key;
  }
  const search = async (scope: string, query: string, on = engine) =>
    on.search({ query, scopes: [scope], documents: [], limit: 400 });
  const rowsOf = async (key: string): Promise<number> => {
    const query = { term: { content: contentIdOf(key) } };
    return (await cluster.search([{ size: 0, track_total_hits: true, query }]))[0]?.total ?? 0;
  };

  /** Sums of single precision may differ in the last digit that is shown, and rows that are equal but for it in their order. */
  const assertSame = (found: readonly SearchHit[], expected: readonly SearchHit[]): void => {
    const inOrder = (hits: readonly SearchHit[]) =>
      hits
        .toSorted((a, b) => a.standardId - b.standardId || a.element.element_id - b.element.element_id)
        .map((hit) => ({ ...hit, score: 0 }));
    assert.deepEqual(inOrder(found), inOrder(expected));
    for (const [at, { score }] of found.entries())
      assert.ok(Math.abs(score - (expected[at]?.score ?? 0)) < 0.00015, `${score}, ${expected[at]?.score}`);
  };

  it('finds what the one in memory finds, with the same scores and confidence (S13, S27, Y16)', async () => {
    const text = fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(' '));
    const query = fc
      .array(fc.constantFrom(...WORDS, '"door ramp"', '1.2', '1'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(' '));
    const contents = fc.array(text, { minLength: 1, maxLength: 12 });
    const scenario = fc.tuple(
      fc.array(contents, { minLength: 1, maxLength: 2 }),
      fc.array(query, { minLength: 4, maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(scenario, async ([standards, queries]) => {
        const memory = new SearchEngine(readRows, () => vectors);
        const scope = testKey();
        for (const each of standards) await publish(scope, each, [engine, memory]);
        for (const each of queries) assertSame(await search(scope, each), await search(scope, each, memory));
        memory.close();
      }),
      { numRuns: 5 },
    );
  });

  skipIf(!vectors && 'the word vectors are not there').it(
    'finds the same rows next in meaning, also where many are equally near (S13)',
    async () => {
      const nouns = ['door', 'gate', 'window', 'beam', 'column', 'girder', 'tile', 'brick', 'mortar'];
      const verbs = ['opens', 'carries', 'covers', 'resists', 'drains'];
      const contents = [0, 1].map((standard) =>
        Array.from({ length: 400 }, (_, at) =>
          [nouns[at % 9], verbs[at % 5], nouns[(at * 7 + standard) % 9]].join(' '),
        ),
      );
      const memory = new SearchEngine(readRows, () => vectors);
      const scope = testKey();
      for (const each of contents) await publish(scope, each, [engine, memory]);
      let hits = 0;
      for (const each of ['entrance', 'pillar', 'doorway', 'concrete', 'opening of a wall']) {
        const expected = await search(scope, each, memory);
        assertSame(await search(scope, each), expected);
        hits += expected.length;
      }
      assert.ok(hits > 100);
      memory.close();
    },
  );

  it('chooses of equal rows those that the one in memory chooses (S13)', async () => {
    const memory = new SearchEngine(readRows, () => vectors);
    const scope = testKey();
    const equal = Array.from({ length: 120 }, () => 'Door ramp.');
    for (let standards = 0; standards < 6; standards += 1) await publish(scope, equal, [engine, memory]);
    for (const query of ['door', 'gateway'])
      assertSame(await search(scope, query), await search(scope, query, memory));
    memory.close();
  });

  it('finds what another node has indexed, without indexing it again (S13)', async () => {
    const key = await publish('shared', ['Lintels are of oak.']);
    const other = await open();
    const document = { standardId: 7, revisionId: 7, name: 'Lintels', key };
    assert.ok(await other.setCurrent({ scope: 'there', document }));
    assert.equal((await search('there', 'lintels', other)).length, 1);
    assert.deepEqual(await other.retain([key, testKey()]).then(({ length }) => length), 1);
    await other.close();
  });

  it('keeps nothing of a content that is discarded, when its use ends (S13)', async () => {
    const key = await publish('held', ['Secret text.', 'Open text.']);
    await engine.discard(key);
    assert.equal(await rowsOf(key), 2, 'in use');
    await engine.retain([key]);
    await engine.removeCurrent({ scope: 'held', standardId: texts.size });
    assert.equal(await rowsOf(key), 2, 'in use by a search');
    await engine.release([key]);
    assert.equal(await rowsOf(key), 0);
    assert.deepEqual(await engine.retain([key]), [key]);
  });

  it('answers nothing where rows are missing, and says that they are to be written again (S13)', async () => {
    const key = await publish('damaged', ['Purlins of steel.', 'Purlins of wood.']);
    await cluster.removeMatches({
      bool: { filter: [{ term: { content: contentIdOf(key) } }, { term: { row: 1 } }] },
    });
    await assert.rejects(async () => search('damaged', 'purlins'), SearchUnavailable);
    assert.equal(losses.length, 1);
    const other = await open();
    assert.deepEqual(await other.retain([key]), [key], 'no longer complete');
    await other.close();
  });
});
