/** Test fixture: a search engine with a standard of given clauses, and copies of it. */
import { SearchEngine } from './search-engine.ts';

/**
 * @param contents of the clauses, at the addresses 1, 2, …
 * @param copies how many standards have them
 * @param names of these standards
 */
export async function createEngine(
  contents: readonly string[],
  copies = 1,
  names: readonly string[] = [],
): Promise<SearchEngine> {
  const engine = new SearchEngine(
    () =>
      contents.map((content, at) => ({
        kind: 'clause' as const,
        path: '',
        heading: '',
        content,
        element: { element_id: at + 1, address: `${at + 1}`, toc_content: '', depth: 1, attributes: {} },
        field: null,
      })),
    () => null,
  );
  for (let copy = 1; copy <= copies; copy += 1) {
    const key = `content ${copy}`;
    await engine.index({ key, packed: new Uint8Array(), heldElementIds: [] });
    const document = { standardId: copy, revisionId: copy, name: names[copy - 1] ?? 'Slabs', key };
    engine.setCurrent({ scope: 'all', document });
  }
  return engine;
}
