/** Test fixture: a search engine with a standard of given clauses, and copies of it. */
import { labelMember } from '../../revisioning/outline/outline.ts';
import type { OpenEngine } from '../search-thread.ts';
import { openTestEngine, testKey } from '../test-engine.fixture.ts';
import { toSearchRows } from './search-rows.ts';

/**
 * @param contents of the clauses, at the addresses 1, 2, …
 * @param copies how many standards have them
 * @param names of these standards
 * @param labels printed numbers of the clauses, in their order; '' is none
 */
export async function createEngine(
  contents: readonly string[],
  copies = 1,
  names: readonly string[] = [],
  labels: readonly string[] = [],
): Promise<OpenEngine> {
  const engine = await openTestEngine(
    () =>
      toSearchRows(
        contents.map((content, at) => ({
          element_id: at + 1,
          address: `${at + 1}`,
          toc_content: '',
          content,
          depth: 1,
          attributes: labelMember(labels[at]),
        })),
        [],
        new Set(),
      ),
    null,
  );
  for (let copy = 1; copy <= copies; copy += 1) {
    const key = testKey();
    await engine.index({ key, packed: new Uint8Array(), withheldElementIds: [] });
    const document = { standardId: copy, revisionId: copy, name: names[copy - 1] ?? 'Slabs', key };
    await engine.setCurrent({ scope: 'all', document });
  }
  return engine;
}
