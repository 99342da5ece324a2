/**
 * Score of the search engine on a judged collection with one right clause for each query: nDCG@10,
 * recall@10 and the precision of strong hits. Also indexes the collection without scoring (`indexCorpus`). Used by
 * `npm run search:score` and a test.
 */
import type { ElementKind } from '../../../../shared/revisioning/outline/outline.ts';
import type { OpenEngine } from '../../../../shared/search/search-thread.ts';
import { packContent } from '../../revision/content-repository.ts';

interface CorpusElement {
  address: string;
  heading?: string;
  content: string;
  kind: ElementKind;
}

interface JudgedQuery {
  query: string;
  /** The address of the right clause. */
  relevant: string;
  /** The address of the query itself, where it is part of the collection. */
  exclude?: string;
}

interface SearchScore {
  ndcg: number;
  recall: number;
  /** Strong hits, and how many of them are right. */
  strong: number;
  strongRelevant: number;
}

const CUTOFF = 10;
export const SCOPE = 'score';

/** Lets an engine with `readContentRows` index a collection as one standard. */
export async function indexCorpus(
  elements: readonly CorpusElement[],
  engine: OpenEngine,
): Promise<OpenEngine> {
  const outline = {
    elements: elements.map(({ address, heading = '', content, kind }, at) => ({
      element_id: at + 1,
      address,
      kind,
      toc_content: heading,
      content,
    })),
    fields: [],
  };
  const { id: key, bytes } = packContent(outline);
  await engine.index({ key, packed: bytes, withheldElementIds: [] });
  await engine.setCurrent({
    scope: SCOPE,
    document: { standardId: 1, revisionId: 1, name: 'Collection', key },
  });
  return engine;
}

/** nDCG@10, recall@10, and how many of the strong hits are right. Closes the engine. */
export async function scoreSearch(
  elements: readonly CorpusElement[],
  queries: readonly JudgedQuery[],
  engine: OpenEngine,
): Promise<SearchScore> {
  await indexCorpus(elements, engine);
  const score = { ndcg: 0, recall: 0, strong: 0, strongRelevant: 0 };
  for (const { query, relevant, exclude } of queries) {
    const hits = await engine.search({ query, scopes: [SCOPE], documents: [], limit: CUTOFF + 1 });
    const shown = hits.filter(({ element }) => element.address !== exclude).slice(0, CUTOFF);
    const rank = shown.findIndex(({ element }) => element.address === relevant);
    if (rank >= 0) {
      score.ndcg += 1 / Math.log2(rank + 2) / queries.length;
      score.recall += 1 / queries.length;
    }
    const strong = shown.filter(({ confidence }) => confidence === 'strong');
    score.strong += strong.length;
    score.strongRelevant += strong.filter(({ element }) => element.address === relevant).length;
  }
  await engine.close();
  return score;
}
