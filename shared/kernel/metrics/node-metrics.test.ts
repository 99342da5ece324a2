/** Tests of the metrics of a node and their text for Prometheus. */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { NodeMetrics } from './node-metrics.ts';

describe('the metrics of a node', () => {
  const broker = new ServiceBroker({
    logger: false,
    metrics: { enabled: true, collectProcessMetrics: false },
  });
  const metrics = new NodeMetrics(broker);
  let state: 'answers' | 'fails' | 'hangs' = 'answers';
  metrics.addSource(async () => {
    if (state === 'fails') throw new Error('the database is away');
    if (state === 'hangs') await new Promise(() => undefined);
    return [{ metric: 'css_outbox_lag_seconds', value: 7, labels: { service: 'identity' } }];
  });
  metrics.addSource(() => [{ metric: 'css_node_ready', value: 1 }]);
  afterAll(() => broker.stop());

  const scrape = async (): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('css_'));

  for (const outage of ['fails', 'hangs'] as const) {
    it(`a source that ${outage} is left out and counted, instead of a value of yesterday`, async () => {
      state = 'answers';
      assert.deepEqual(await scrape(), [
        'css_node_ready 1',
        'css_scrape_failures 0',
        'css_outbox_lag_seconds{service="identity"} 7',
      ]);
      state = outage;
      assert.deepEqual(await scrape(), ['css_node_ready 1', 'css_scrape_failures 1']);
    });
  }

  it('a label is escaped as Prometheus demands', async () => {
    metrics.observe('css_http_request_duration_seconds', 0.2, { endpoint: 'a"b\\c\nd' });
    assert.match(await metrics.text(), /_count\{endpoint="a\\"b\\\\c\\nd"\} 1/);
  });

  it('nothing keeps every value for quantiles, or a timer for a rate', async () => {
    broker.createService({ name: 'echo', actions: { say: () => 'hello' } });
    await broker.start();
    await broker.call('echo.say');
    const snapshots: Record<string, unknown>[] = broker.metrics
      .list()
      .flatMap(({ values }) => [...values.values()]);
    assert.ok(snapshots.length > 5);
    assert.deepEqual(
      snapshots.filter((snapshot) => 'rate' in snapshot || 'quantiles' in snapshot),
      [],
    );
    assert.match(
      await metrics.text(),
      /moleculer_request_time_count\{service="echo",action="echo\.say",type="local"\} 1/,
    );
  });
});
