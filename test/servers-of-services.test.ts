/** Test that each service connects to the servers of its table and to no others. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { serversOf } from '../shared/kernel/node/servers-of-services.ts';
import { afterTest } from './after-test.ts';
import { startTestNode } from './service-node.ts';
import { skipIf } from './skip-if.ts';
import { missingServer, natsUrl, redisUrl, s3Settings } from './test-servers.ts';

skipIf(missingServer('NATS') || missingServer('REDIS') || missingServer('S3')).describe(
  'the servers that a deployment gives a service',
  () => {
    for (const service of SERVICE_NAMES)
      it(`${service} connects to each of them, and to no other that is configured`, async () => {
        const { endpoint, bucket, accessKey, secretKey } = s3Settings();
        const { node, stop } = await startTestNode([service], {
          NATS_URL: natsUrl(),
          CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
          REDIS_URL: redisUrl(),
          S3_ENDPOINT: endpoint,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY: accessKey,
          S3_SECRET_KEY: secretKey,
          EMAIL_VERIFICATION: 'off',
        });
        afterTest(stop);
        const connected = Object.keys(await node.servers.health());
        // A mail server is asked only when there is mail; without one for search the index is in memory.
        const given = serversOf(service).filter((server) => server !== 'smtp' && server !== 'search');
        assert.deepEqual(connected.sort(), [...given].sort());
      });
  },
);
