/** Tests that rows which a search does not read influence neither hits nor scores and are not found, on either engine. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { IndexedDocument } from './engine/current-revisions.ts';
import { toSearchRows } from './engine/search-rows.ts';
import type { OpenEngine } from './search-thread.ts';
import { openTestEngine, testKey } from './test-engine.fixture.ts';

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  own: [
    'Handrails are galvanised.',
    'Handrails of stairs are continuous, and stairs have handrails.',
    'Refractory of zirconia.',
  ],
  strange: [
    ...Array.from({ length: 300 }, (_, at) => `Galvanised steel of lot ${at}, galvanised twice.`),
    'Zirconia again.',
  ],
};
const QUERIES = ['galvanised handrail', 'zirconia', '"galvanised"', 'stairs 2', 'handrails'];

describe('the standards of another company', () => {
  let engine: OpenEngine;
  const document = (standardId: number): IndexedDocument => ({
    standardId,
    revisionId: standardId,
    name: 'Stairs',
    key: `${standardId === 1 ? 'own' : 'strange'} ${testKey()}`,
  });
  const strange = document(2);
  const publish = async (scope: string, of: IndexedDocument): Promise<void> => {
    await engine.index({ key: of.key, packed: new Uint8Array(), withheldElementIds: [] });
    assert.ok(await engine.setCurrent({ scope, document: of }));
  };
  const find = async () =>
    Promise.all(
      QUERIES.map(async (query) =>
        (await engine.search({ query, scopes: ['own', 'empty'], documents: [], limit: 20 })).map(
          ({ element, score, confidence }) => [element.address, score, confidence],
        ),
      ),
    );

  beforeAll(async () => {
    engine = await openTestEngine(
      ({ key }) =>
        toSearchRows(
          (TEXTS[key.split(' ')[0] ?? ''] ?? []).map((content, at) => ({
            element_id: at + 1,
            address: `${at + 1}`,
            toc_content: '',
            content,
            depth: 1,
            attributes: {},
          })),
          [],
          new Set(),
        ),
      null,
    );
    await publish('own', document(1));
  });
  afterAll(() => engine.close());

  it('change no hit and no score, neither when they come nor when they go (S13)', async () => {
    const before = await find();
    assert.ok(before.every((hits) => hits.length > 0));
    await publish('strange', strange);
    assert.deepEqual(await find(), before);
    await engine.removeCurrent({ scope: 'strange', standardId: strange.standardId });
    await engine.discard(strange.key);
    assert.deepEqual(await find(), before);
  });

  it('are found by nobody else, whatever is asked for (S13)', async () => {
    await publish('strange', strange);
    const contents = async (scopes: string[]) =>
      (await engine.search({ query: 'galvanised lot zirconia', scopes, documents: [], limit: 100 })).map(
        ({ standardId }) => standardId,
      );
    assert.deepEqual([...new Set(await contents(['own']))], [1]);
    assert.deepEqual([...new Set(await contents(['strange']))], [2]);
    assert.deepEqual(await contents([]), []);
  });
});
