/**
 * Tests of the metrics of whole nodes, as Prometheus reads them, also of the outbox while the audit service is away.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { findFreePort } from '../../scripts/start/embedded-servers/server-process.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { METRICS, prometheusName } from '../../shared/kernel/metrics/metric-declarations.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { sendRawRequest } from '../../tools/world/raw-http.ts';
import { eventually } from '../eventually.ts';
import { collectionScans } from '../query-plans/query-profile.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { sampleValue, scrapeMetrics } from './scrape.ts';

/** Given by a node that calls others over NATS. */
const BETWEEN_NODES = new Set(['moleculer.transporter.packets.sent.bytes']);
const DURATION = 'css_http_request_duration_seconds';

describe('the metrics of a node with every service', () => {
  let node: TestNode;
  let probes: string;
  let client: RestClient;
  let secret: string;
  beforeAll(async () => {
    const port = await findFreePort();
    probes = `http://127.0.0.1:${port}`;
    node = await startTestNode([], { HEALTH_PORT: String(port) });
    ({ client, secret } = await createKey(await registerAccount(node.url, 'Ada'), ['standard:read']));
  });
  afterAll(() => node?.stop());

  it('requests are counted by contract id, method and status, never by what was in the URL', async () => {
    await client.request('GET', '/api/standards/987654321?search=hush');
    await client.request('GET', `/api/standards/${secret}`);
    await client.request('GET', '/api/nothing/987654321');
    await client.request('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'standards_get', arguments: { id: 987654321 } },
    });
    const { text, samples } = await eventually(async () => {
      const found = await scrapeMetrics(probes);
      assert.ok(
        sampleValue(found.samples, `${DURATION}_count`, { channel: 'mcp' }),
        'the last one is missing',
      );
      return found;
    });
    const http = { endpoint: 'standards.get', method: 'GET', channel: 'http' };
    assert.equal(sampleValue(samples, `${DURATION}_count`, { ...http, status: '4xx' }), 2);
    assert.equal(sampleValue(samples, `${DURATION}_bucket`, { ...http, status: '4xx', le: '+Inf' }), 2);
    assert.ok((sampleValue(samples, `${DURATION}_sum`, { ...http, status: '4xx' }) ?? 0) > 0);
    assert.equal(sampleValue(samples, `${DURATION}_count`, { endpoint: 'none', status: '4xx' }), 1);
    const known = new Set([...publishedEndpoints().map(({ id }) => id as string), 'none']);
    const named = samples.flatMap(({ labels }) => labels.endpoint ?? []);
    assert.deepEqual(
      named.filter((endpoint) => !known.has(endpoint)),
      [],
    );
    for (const hushed of ['987654321', 'hush', 'Ada', secret, secret.slice(9, 40)])
      assert.ok(!text.includes(hushed), `${hushed} is in a label`);
  });

  it('every declared metric has a value, and is typed and explained once', async () => {
    const { text, samples } = await scrapeMetrics(probes);
    for (const [name, { type, help, labels }] of Object.entries(METRICS)) {
      if (BETWEEN_NODES.has(name)) continue;
      const title = prometheusName(name);
      const headings = text
        .split('\n')
        .filter((line) => line.startsWith(`# `) && line.split(' ')[2] === title);
      assert.deepEqual(headings, [`# HELP ${title} ${help}`, `# TYPE ${title} ${type}`]);
      const sample = samples.find((each) => each.name === (type === 'histogram' ? `${title}_sum` : title));
      assert.deepEqual(Object.keys(sample?.labels ?? {}), [...labels], title);
      assert.ok(Number.isFinite(sample?.value), `${title} is ${sample?.value}`);
    }
  });

  it('the buckets of a histogram are in order and add up', async () => {
    const { samples } = await scrapeMetrics(probes);
    const labels = { endpoint: 'standards.get', status: '4xx', channel: 'http' };
    const buckets = samples.filter(
      (sample) =>
        sample.name === `${DURATION}_bucket` &&
        Object.entries(labels).every(([label, word]) => sample.labels[label] === word),
    );
    assert.deepEqual(
      buckets.map(({ labels: { le } }) => le),
      [...METRICS[DURATION].buckets.map(String), '+Inf'],
    );
    for (const [at, { value }] of buckets.entries()) assert.ok(value >= (buckets[at - 1]?.value ?? 0));
  });

  it('the node says that it is ready, and which servers answer', async () => {
    const { samples } = await scrapeMetrics(probes);
    assert.equal(sampleValue(samples, 'css_node_ready'), 1);
    assert.equal(sampleValue(samples, 'css_server_up', { server: 'mongodb' }), 1);
    assert.equal(sampleValue(samples, 'css_scrape_failures'), 0);
    assert.equal(sampleValue(samples, 'css_build_info', { services: SERVICE_NAMES.join(',') }), 1);
  });

  it('no other port gives them: the public one answers as for any unknown page', async () => {
    assert.equal((await sendRawRequest(node.url, { path: '/metrics' })).status, 404);
    assert.equal((await sendRawRequest(node.url, { path: '/api/metrics' })).status, 404);
    assert.equal((await sendRawRequest(probes, { path: '/api/health' })).status, 404);
  });

  it('architecture §5: a scrape reads no collection from end to end', async () => {
    for (const service of ['identity', 'projects', 'standards', 'wiki-moderation'] as const) {
      const connection = await node.node.openDatabase(service);
      assert.deepEqual(await collectionScans(connection, async () => void (await scrapeMetrics(probes))), []);
    }
  });
});

describe('the outbox', () => {
  let node: TestNode;
  let probes: string;
  beforeAll(async () => {
    const port = await findFreePort();
    probes = `http://127.0.0.1:${port}`;
    // No audit service answers.
    node = await startTestNode(['gateway', 'identity'], { HEALTH_PORT: String(port) });
  });
  afterAll(() => node?.stop());

  it('its lag grows while audit is away (R12)', async () => {
    await registerAccount(node.url, 'Grace');
    const lag = async (): Promise<number> =>
      sampleValue((await scrapeMetrics(probes)).samples, 'css_outbox_lag_seconds', { service: 'identity' }) ??
      0;
    const first = await eventually(async () => (await lag()) || null);
    await eventually(async () => (await lag()) > first);
  });
});
