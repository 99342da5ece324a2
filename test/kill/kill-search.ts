/**
 * `npm run dev -- kill:search`: three nodes of OpenSearch, each killed with -9 and started again while people search and
 * publish. Prints how many searches were answered, how long they took and what the index takes; exits with 1 when a search
 * fails in another way than 503, when searches fail for longer than a minute, or when something published is not found.
 *
 *   npm run dev -- kill:search --clauses 20000 --companies 4 --seconds 20
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type DisposableService,
  startDisposableService,
} from '../../scripts/start/launcher/disposable-service.ts';
import { BenchClient } from '../../tools/bench/http-measurement.ts';
import {
  isFound,
  publishWord,
  type Searcher,
  searchPath,
  shortQueries,
} from '../../tools/bench/search-times.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../../tools/world/accounts.ts';
import { LibraryLoader } from '../../tools/world/library-loader.ts';
import { eventually } from '../eventually.ts';
import { type OpenSearchCluster, startOpenSearchCluster } from '../servers/opensearch-server.ts';

const NODES = 3;
const SEARCHES_AT_ONCE = 2;
/** Within it a search must be answered again, with its retries and the election of another manager. */
const MAX_OUTAGE_MS = 60_000;
const MAX_INDEXING_MS = 600_000;
const PAUSE_AFTER_FAILURE_MS = 50;

const { values } = parseArgs({
  options: {
    clauses: { type: 'string', default: '20000' },
    companies: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
  },
});
const seconds = Number(values.seconds);
const queries = shortQueries();
const faults: string[] = [];
const cluster = await startOpenSearchCluster(NODES);
try {
  const urls = cluster.nodes.map(({ url }) => url).join(',');
  const service = await startDisposableService('one process', { SEARCH_URL: urls });
  try {
    await killEach(cluster, service);
  } finally {
    await service.stop();
  }
} finally {
  await cluster.stop();
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** What is published while a node is away. */
function wordWithout(node: number): string {
  return `withoutnode${node}word`;
}

/** Searches answered while something happens. */
interface Answers {
  /** Milliseconds of each. */
  found: number[];
  unavailable: number;
  /** From the first to the last of the failures without an answer between them, the longest in milliseconds. */
  outage: number;
}

async function killEach({ nodes, restart }: OpenSearchCluster, { base }: DisposableService): Promise<void> {
  const companies = Number(values.companies);
  let searcher = await openCompany(base, 0);
  for (let company = 0; company < companies; company += 1) {
    if (company > 0) {
      searcher.sender.close();
      searcher = await openCompany(base, company);
    }
    const clauses = Math.ceil(Number(values.clauses) / companies);
    await new LibraryLoader(searcher.api).load({ clauses }, console.log);
  }
  const { api, sender } = searcher;
  await publishWord(searcher, 'loadedword');
  await eventually(() => isFound(api, 'loadedword'), { within: MAX_INDEXING_MS, every: 1_000 });
  await printSize(nodes[0]?.url ?? '');
  report('before', await searchDuring(sender, () => delay(seconds * 1_000)));
  for (const [at, node] of nodes.entries()) {
    const killed = searchDuring(sender, async () => {
      await node.kill();
      await publishWord(searcher, wordWithout(at));
      await delay(seconds * 1_000);
    });
    report(`node ${at + 1} killed`, await killed);
    const restarted = searchDuring(sender, async () => {
      await restart(node);
      await waitUntilGreen(node.url);
    });
    report(`node ${at + 1} started again`, await restarted);
  }
  report('after', await searchDuring(sender, () => delay(seconds * 1_000)));
  for (const [at] of nodes.entries())
    if (!(await isFound(api, wordWithout(at))))
      faults.push(`what was published while node ${at + 1} was away is not found`);
  sender.close();
}

/** A company with a key that searches and publishes. */
async function openCompany(base: string, number: number): Promise<Searcher> {
  const session = await registerAccount(base, `kill-${number}-${Date.now()}`, `Specifiers ${number}`);
  const { client: api, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
  const sender = new BenchClient(base, { authorization: `Bearer ${secret}` }, SEARCHES_AT_ONCE);
  const { id: categoryId } = await api.call('categories.create', { name: 'All', subject_type: 'company' });
  return { api, sender, categoryId };
}

/** Searches without a pause while `work` runs. */
async function searchDuring(sender: BenchClient, work: () => Promise<unknown>): Promise<Answers> {
  const answers: Answers = { found: [], unavailable: 0, outage: 0 };
  let isOver = false;
  let turn = 0;
  let failing = 0;
  const search = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      const query = queries[(turn++ * 7) % queries.length] ?? '';
      const { status } = await sender.send({ method: 'GET', path: searchPath(query) });
      if (status === 200) {
        answers.found.push(performance.now() - began);
        failing = 0;
        continue;
      }
      if (status !== 503) faults.push(`a search was answered ${status}`);
      answers.unavailable += 1;
      failing ||= began;
      answers.outage = Math.max(answers.outage, performance.now() - failing);
      await delay(PAUSE_AFTER_FAILURE_MS);
    }
  };
  const searching = Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search));
  try {
    await work();
  } finally {
    isOver = true;
    await searching;
  }
  if (answers.outage > MAX_OUTAGE_MS) faults.push(`searches failed for ${Math.round(answers.outage)} ms`);
  return answers;
}

function report(when: string, { found, unavailable, outage }: Answers): void {
  const sorted = found.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  const longest = (sorted.at(-1) ?? Number.NaN).toFixed(0);
  const failures = unavailable === 0 ? 'none' : `${unavailable} within ${Math.round(outage)} ms`;
  console.log(
    `${when}: ${found.length} searches, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${longest} ms; answered 503: ${failures}`,
  );
}

async function waitUntilGreen(url: string): Promise<void> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=green&timeout=120s`);
  if (!response.ok) faults.push(`the cluster was not whole again: ${response.status}`);
}

/** What the indices take on disk and the nodes in memory. */
async function printSize(url: string): Promise<void> {
  const read = async (path: string) => Object(await (await fetch(`${url}${path}`)).json());
  await fetch(`${url}/_refresh`, { method: 'POST' });
  const { indices } = await read('/_stats/docs,store');
  for (const [name, about] of Object.entries(Object(indices))) {
    const { primaries, total } = Object(about);
    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
    console.log(
      `${name}: ${primaries.docs.count} rows, ${megabytes(primaries.store.size_in_bytes)}, with copies ${megabytes(total.store.size_in_bytes)}`,
    );
  }
  const { nodes } = await read('/_nodes/stats/jvm');
  const heaps = Object.values(Object(nodes)).map((node) => Object(node).jvm.mem.heap_used_in_bytes / 1e6);
  console.log(`heap of the nodes: ${heaps.map((heap) => `${heap.toFixed(0)} MB`).join(', ')}`);
}
