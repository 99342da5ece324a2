/** Tests of what the client of OpenSearch makes of failed and partial answers to searches and writes. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { SearchUnavailable } from '../search-unavailable.ts';
import { SearchCluster } from './search-cluster.ts';

const QUERY = [{ size: 1, query: { match_all: {} } }];
const whole = {
  status: 200,
  timed_out: false,
  _shards: { failed: 0 },
  hits: { total: { value: 0 }, hits: [] },
};

/** A cluster whose only node answers each request so. */
async function clusterAnswering(listener: RequestListener, losses: Error[] = []): Promise<SearchCluster> {
  const { url, close } = await startLocalServer(listener);
  afterTest(close);
  const cluster = new SearchCluster([url], 'tests', (reason) => losses.push(reason));
  afterTest(() => cluster.close());
  return cluster;
}

const answering =
  (status: number, body: object): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

describe('a search in OpenSearch', () => {
  it('is answered as a whole (S13)', async () => {
    const cluster = await clusterAnswering(answering(200, { responses: [whole] }));
    assert.deepEqual((await cluster.search(QUERY))[0]?.documents, []);
  });

  it('with a failed shard, in which time ran out or which is refused for the moment is none (S13)', async () => {
    const partial = [
      { ...whole, _shards: { failed: 1 } },
      { ...whole, timed_out: true },
      { status: 503, error: { type: 'search_phase_execution_exception' } },
      { status: 429, error: { type: 'rejected_execution_exception' } },
    ];
    for (const answer of partial) {
      const cluster = await clusterAnswering(answering(200, { responses: [whole, answer] }));
      await assert.rejects(cluster.search([...QUERY, ...QUERY]), SearchUnavailable, JSON.stringify(answer));
    }
    for (const status of [429, 500, 502, 503])
      await assert.rejects(
        (await clusterAnswering(answering(status, {}))).search(QUERY),
        SearchUnavailable,
        String(status),
      );
  });

  it('is unavailable where the node does not answer, and refused where the query is wrong', async () => {
    const ending = await clusterAnswering((request) => request.destroy());
    await assert.rejects(ending.search(QUERY), SearchUnavailable);
    const wrong = { responses: [{ status: 400, error: { type: 'parsing_exception' } }] };
    const cluster = await clusterAnswering(answering(200, wrong));
    await assert.rejects(cluster.search(QUERY), /parsing_exception/);
  });

  it('tells that the index is gone, and is unavailable then', async () => {
    const losses: Error[] = [];
    const gone = { status: 404, error: { type: 'index_not_found_exception' } };
    const cluster = await clusterAnswering(answering(200, { responses: [gone] }), losses);
    await assert.rejects(cluster.search(QUERY), SearchUnavailable);
    assert.equal(losses.length, 1);
  });
});

describe('a write to OpenSearch', () => {
  it('of which one row is not taken is none, and a row that is refused for good is told (S13)', async () => {
    const taken = { index: { status: 201 } };
    const busy = { index: { status: 429, error: { type: 'rejected_execution_exception' } } };
    const cluster = await clusterAnswering(answering(200, { items: [taken, busy] }));
    await assert.rejects(
      cluster.write([
        ['1', {}],
        ['2', {}],
      ]),
      SearchUnavailable,
    );
    const wrong = { index: { status: 400, error: { type: 'mapper_parsing_exception' } } };
    const other = await clusterAnswering(answering(200, { items: [wrong] }));
    await assert.rejects(other.write([['1', {}]]), /mapper_parsing_exception/);
  });
});
