/**
 * Tests that a node with the gateway alone starts without MONGODB_URI, and one with a service that owns data does
 * not.
 */
import assert from 'node:assert/strict';
import { it, jest } from '@jest/globals';
import { startNode } from '../services/start-node.ts';
import { ConfigError } from '../shared/kernel/errors/config-error.ts';
import { readConfig } from '../shared/kernel/node/config.ts';
import { skipIf } from './skip-if.ts';
import { databasePrefix, missingServer, natsUrl } from './test-servers.ts';

const configFor = (service: string) =>
  readConfig({
    SERVICES: service,
    NATS_URL: natsUrl(),
    CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
    DATABASE_PREFIX: databasePrefix(),
    PORT: '0',
    LOG_LEVEL: 'silent',
  });

skipIf(missingServer('NATS')).describe('a node without MONGODB_URI', () => {
  it('is ready with only the gateway, which owns no data (E1)', async () => {
    const { node, stop } = await startNode(configFor('gateway'));
    try {
      const { status } = await fetch(`${node.url}/healthz/ready`);
      assert.equal(status, 200);
    } finally {
      await stop();
    }
  });

  it('names the services that are not there as down, without a warning for each question (E3)', async () => {
    const { node, stop } = await startNode(configFor('gateway'));
    const warn = jest.spyOn(node.broker.logger, 'warn');
    try {
      const response = await fetch(`${node.url}/api/health`);
      assert.equal(response.status, 503);
      assert.match(await response.text(), /"gateway":"up","identity":"down"/);
      assert.deepEqual(warn.mock.calls, []);
    } finally {
      warn.mockRestore();
      await stop();
    }
  });

  it('does not start with a service that owns data (E1)', async () => {
    await assert.rejects(
      startNode(configFor('audit')),
      (error) => error instanceof ConfigError && /MONGODB_URI is required/.test(error.message),
    );
  });
});
