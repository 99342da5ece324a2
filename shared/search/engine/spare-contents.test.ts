/** Test of what a search engine in memory keeps of contents that nobody uses. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { SearchEngine } from './search-engine.ts';
import { toSearchRows } from './search-rows.ts';

function newEngine() {
  const engine = new SearchEngine(
    ({ key }) =>
      toSearchRows(
        [{ element_id: 1, address: '1', toc_content: '', content: key, depth: 1, attributes: {} }],
        [],
        new Set(),
      ),
    () => null,
    30_000,
  );
  const index = (key: string) => engine.index({ key, packed: new Uint8Array(), withheldElementIds: [] });
  return { engine, index };
}

describe('contents that no search uses', () => {
  it('are kept in so many bytes, those that were used last (S27)', async () => {
    const { engine, index } = newEngine();
    const [small, large] = ['Sills', 'Lintels are of oak. '.repeat(200)];
    const keys = Array.from({ length: 10 }, (_, at) => `${small} ${at}`);
    for (const key of keys) await index(key);
    assert.deepEqual(engine.retain(keys), [], 'ten short ones have room');
    engine.release(keys);
    for (const at of [1, 2, 3]) await index(`${large} ${at}`);
    assert.deepEqual(engine.retain([...keys, `${large} 1`, `${large} 3`]), [...keys, `${large} 1`]);
    engine.close();
  });

  it('are not kept when they were discarded while one used them (S13)', async () => {
    const { engine, index } = newEngine();
    await index('Held');
    engine.retain(['Held', 'Held']);
    engine.discard('Held');
    engine.release(['Held']);
    assert.deepEqual(engine.retain(['Held']), [], 'in use');
    engine.release(['Held', 'Held']);
    assert.deepEqual(engine.retain(['Held']), ['Held']);
    engine.close();
  });
});
