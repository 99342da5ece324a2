/** The main job with the database of standards on a replica set of its own, over a real NATS (`docs/sharding.md`). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { type Mongod, startMongod } from '../scripts/start/embedded-servers/mongod.ts';
import { createMemoryFolder, removeScratchFolder } from '../scripts/start/embedded-servers/scratch-folder.ts';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { runMainJob } from '../tools/demo/main-job.ts';
import { verifyExport } from './end-to-end/verify-export.ts';
import { startTestNode, TEST_ADMINISTRATOR } from './service-node.ts';
import { skipIf } from './skip-if.ts';
import {
  databasePrefix,
  dropDatabases,
  missingServer,
  mongodbUri,
  natsUrl,
  withDatabases,
} from './test-servers.ts';
import { useStarted } from './use-started.ts';

const MEMORY_BYTES = 2 ** 30;

skipIf(missingServer('MONGODB') || missingServer('NATS')).describe('services on two replica sets', () => {
  const prefix = databasePrefix('two-sets');
  const running = useStarted(async () => {
    const folder = createMemoryFolder('second-mongo', MEMORY_BYTES);
    const second = await startMongod({ dbPath: join(folder, 'db'), disposable: true });
    const nodes = await startNodes(second);
    const stop = async (): Promise<void> => {
      await Promise.all(nodes.map((node) => node.stop()));
      await dropDatabases(prefix);
      await second.stop();
      removeScratchFolder(folder);
    };
    const [, withGateway] = nodes;
    return { second, base: withGateway.url, stop };
  });

  const startNodes = (second: Mongod) => {
    const env = {
      DATABASE_PREFIX: prefix,
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      EMAIL_VERIFICATION: 'off',
    };
    const others = SERVICE_NAMES.filter((name) => name !== 'standards');
    return Promise.all([
      startTestNode(['standards'], { ...env, MONGODB_URI: second.uri }),
      startTestNode(others, env),
    ]);
  };

  it('play the main job from text to a signed export, each on its own', async () => {
    const { base, second } = running();
    const { exported, keys } = await runMainJob(base, () => undefined, TEST_ADMINISTRATOR);
    const { status, stdout, stderr } = verifyExport(exported, keys);
    assert.equal(status, 0, stdout + stderr);

    const namesAt = (uri: string): Promise<string[]> =>
      withDatabases(prefix, async (databases) => databases.map(({ databaseName }) => databaseName), uri);
    assert.deepEqual(await namesAt(second.uri), [`${prefix}-standards`]);
    const first = await namesAt(mongodbUri());
    assert.ok(first.includes(`${prefix}-projects`), first.join(', '));
    assert.ok(!first.includes(`${prefix}-standards`), first.join(', '));
  }, 180_000);
});
