/**
 * `npm run search:score`: the quality of search on a collection with relevance judgements, in memory and
 * without a database.
 *
 *   npm run search:score                                  on the ADA Standards (test/corpora/search)
 *   npm run search:score -- ELEMENTS.json QUERIES.json    on another collection in the same format
 *
 * ELEMENTS: {elements: [{address, heading?, content, kind}]}; QUERIES: [{query, relevant, exclude?}], both
 * addresses. Hits that a query excludes do not count. With SEARCH_URL the rows are in OpenSearch.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContentRows } from '../../services/standards/search/content-rows.ts';
import { scoreSearch } from '../../services/standards/search/score/score-search.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { SearchEngine } from '../../shared/search/engine/search-engine.ts';
import { modelFolderOf } from '../../shared/search/engine/word-vector-files.ts';
import { WordVectors } from '../../shared/search/engine/word-vectors.ts';
import { openClusterEngine } from '../../shared/search/opensearch/open-cluster-engine.ts';
import type { OpenEngine } from '../../shared/search/search-thread.ts';

const corpora = new URL('../../test/corpora/', import.meta.url);
const [elementsFile, queriesFile] = process.argv.slice(2);
if ((elementsFile === undefined) !== (queriesFile === undefined)) {
  console.error('Usage: npm run search:score [-- ELEMENTS.json QUERIES.json]');
  process.exit(64);
}
const file = (given: string | undefined, own: string): string =>
  given ?? fileURLToPath(new URL(own, corpora));
const { elements } = readJson(file(elementsFile, 'elements/ada-2010-standards.json'));
const queries = readJson(file(queriesFile, 'search/ada-advisory-queries.json'));

const config = readConfig(process.env);
const folder = modelFolderOf(config);
const vectors = WordVectors.load(folder);
const { ndcg, recall, strong, strongRelevant } = await scoreSearch(elements, queries, await openEngine());
const precision = strong === 0 ? 'none' : (strongRelevant / strong).toFixed(3);
if (vectors === null) console.log('Without word vectors: by keywords alone.');
console.log(`nDCG@10 ${ndcg.toFixed(4)}   recall@10 ${recall.toFixed(4)}`);
console.log(`precision of strong ${precision} (${strongRelevant} of ${strong})   ${queries.length} queries`);

async function openEngine(): Promise<OpenEngine> {
  if (config.searchNodes.length === 0) return new SearchEngine(readContentRows, () => vectors);
  const cluster = { nodes: config.searchNodes, owner: 'search-score' };
  const model = { vectors, digest: WordVectors.digestOf(folder) };
  return openClusterEngine(readContentRows, cluster, model, (reason) => {
    throw reason;
  });
}

/** Ends the program with the reason where the file cannot be read. */
function readJson(path: string) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
    process.exit(66);
  }
}
