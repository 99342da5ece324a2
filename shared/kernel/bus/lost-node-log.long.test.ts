/** Test of the log lines of the other nodes about a node that was killed. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, it, jest } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { createBrokerOptions } from '../../../moleculer.config.ts';
import { eventually } from '../../../test/eventually.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, missingServer, natsUrl } from '../../../test/test-servers.ts';
import { readConfig } from '../node/config.ts';

skipIf(missingServer('NATS')).describe('a node that ends without a word', () => {
  const namespace = databasePrefix('lost-node');
  const brokers: ServiceBroker[] = [];
  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all(brokers.map((broker) => broker.stop()));
  });

  const start = async (level: string): Promise<ServiceBroker> => {
    const config = readConfig({
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: namespace,
      LOG_LEVEL: level,
    });
    const broker = new ServiceBroker(createBrokerOptions(config, async () => undefined));
    brokers.push(broker);
    await broker.start();
    return broker;
  };

  it('is in the log of the others from the level info on: by default, whoever restarts it says so', async () => {
    const printed: string[] = [];
    jest.spyOn(console, 'warn').mockImplementation((line) => void printed.push(String(line)));
    const [lost, quiet, telling] = [await start('warn'), await start('warn'), await start('info')];
    await eventually(() =>
      assert.ok([quiet, telling].every(({ registry }) => registry.nodes.has(lost.nodeID))),
    );
    const noticed = [quiet, telling].map(
      ({ localBus }) =>
        new Promise<void>((resolve) => void localBus.once('$node.disconnected', () => resolve())),
    );
    lost.registry.discoverer.stopHeartbeatTimers();
    await Promise.all(noticed);
    // The line is printed after the event.
    await nextTurn();
    assert.equal(printed.filter((line) => line.includes(lost.nodeID)).length, 2, printed.join('\n'));
  });
});
