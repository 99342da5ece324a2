/** Tests of the traces of requests through several nodes over real NATS, as a collector receives them. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, it } from '@jest/globals';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, natsUrl } from '../test-servers.ts';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from './otlp-collector.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe('traces between nodes', () => {
  const prefix = databasePrefix('traces');
  const nodes: TestNode[] = [];
  let collector: OtlpCollector;
  let client: RestClient;
  let secret: string;

  beforeAll(async () => {
    collector = await startOtlpCollector();
    const env = {
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: prefix,
      EMAIL_VERIFICATION: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    };
    for (const services of [['identity', 'audit', 'projects'], ['standards'], ['gateway']])
      nodes.push(await startTestNode(services, env));
    const gateway = nodes.at(-1);
    assert.ok(gateway);
    await gateway.node.broker.waitForServices(['identity', 'audit', 'projects', 'standards'], 60_000);
    const ada = await registerAccount(gateway.url, 'Ada');
    ({ client, secret } = await createKey(ada, ['standard:read', 'standard:create', 'category:read']));
  });
  beforeEach(() => void collector.spans.splice(0));
  afterAll(async () => {
    for (const node of nodes.reverse()) await node.stop();
    collector?.close();
    await dropDatabases(prefix);
  });

  /** The spans of a trace, once they are this many. */
  const spansOf = (traceId: string, count: number): Promise<CollectedSpan[]> =>
    eventually(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId);
      assert.ok(spans.length >= count, `${spans.length} spans: ${JSON.stringify(collector.spans)}`);
      return spans;
    });
  const read = (path: string, headers: Record<string, string>) =>
    client.request('GET', path, undefined, headers);

  it('one trace from the caller through the gateway to the service, with parents and the request id', async () => {
    const headers = { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`, 'x-request-id': 'request-7' };
    assert.equal((await read('/api/standards/987654321', headers)).status, 404);
    const spans = await spansOf(TRACE_ID, 2);
    const [gateway] = spans.filter(({ service }) => service === 'gateway');
    const [standards] = spans.filter(({ service }) => service === 'standards');
    assert.equal(gateway?.parentSpanId, CALLER_SPAN);
    assert.equal(standards?.parentSpanId, gateway?.spanId);
    assert.equal(gateway?.name, 'GET /api/standards/:id');
    assert.deepEqual(gateway?.attributes, {
      'http.request.method': 'GET',
      'http.route': '/api/standards/:id',
      'http.response.status_code': 404,
      'css.endpoint': 'standards.get',
      'css.request_id': 'request-7',
    });
    assert.equal(standards?.name, 'standards.get');
    assert.deepEqual(standards?.attributes, {
      'rpc.system': 'moleculer',
      'rpc.method': 'standards.get',
      'error.type': 'NOT_FOUND',
      'css.request_id': 'request-7',
    });
    assert.equal(collector.headers.at(-1)?.authorization, 'Bearer collector');
  });

  it('a call of a service by another one is a child of that service’s span', async () => {
    const traceId = TRACE_ID.replace('4', '5');
    await read('/api/categories?subject_type=project&subject_id=987654321', {
      traceparent: `00-${traceId}-${CALLER_SPAN}-01`,
    });
    const spans = await spansOf(traceId, 3);
    const [standards] = spans.filter(({ service }) => service === 'standards');
    const [projects] = spans.filter(({ service }) => service === 'projects');
    assert.ok(standards);
    assert.equal(projects?.parentSpanId, standards.spanId);
  });

  it('without a traceparent a trace of its own begins; an invalid one counts as none', async () => {
    await read('/api/standards/1', { 'x-request-id': 'alone' });
    await read('/api/standards/1', { 'x-request-id': 'invalid', traceparent: `00-${'0'.repeat(32)}-x-01` });
    const roots = await eventually(() => {
      const found = collector.spans.filter(({ service }) => service === 'gateway');
      assert.equal(found.length, 2);
      return found;
    });
    for (const { traceId, parentSpanId } of roots) {
      assert.match(traceId, /^[0-9a-f]{32}$/);
      assert.equal(parentSpanId ?? '', '');
    }
    assert.notEqual(roots[0]?.traceId, roots[1]?.traceId);
  });

  it('a caller that does not sample is not traced', async () => {
    await read('/api/standards/1', { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-00` });
    await read('/api/standards/1', { 'x-request-id': 'later' });
    await eventually(() =>
      collector.spans.some(({ attributes }) => attributes['css.request_id'] === 'later'),
    );
    assert.deepEqual(
      collector.spans.filter(({ traceId }) => traceId === TRACE_ID),
      [],
    );
  });

  it('nothing personal and no secret is sent: no name, address, key, text or id of a request', async () => {
    await client.request('POST', '/api/standards?search=hush', {
      name: 'Secret wording',
      category_id: 987654321,
    });
    await read(`/api/standards/${secret}`, { 'user-agent': 'Adas browser' });
    await eventually(() => collector.spans.filter(({ service }) => service === 'gateway').length >= 2);
    const sent = JSON.stringify(collector.spans);
    for (const hushed of ['hush', 'Secret', 'Ada', '987654321', secret, secret.slice(9, 40), '127.0.0.1'])
      assert.ok(!sent.includes(hushed), `${hushed}: ${sent}`);
  });
});
