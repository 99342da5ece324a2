import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { ConfigError } from '../errors/config-error.ts';
import { readConfig } from './config.ts';

describe('the configuration (E1)', () => {
  it('has safe defaults: one process, this machine only', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.host, config.port, config.services, config.natsUrl, config.mongodbUri],
      ['127.0.0.1', 3000, null, null, null],
    );
    assert.deepEqual([config.emailVerification, config.trustProxy, config.corsOrigins], ['off', false, []]);
  });

  it('names the variable that is wrong and what it accepts', () => {
    const wrong: Record<string, Record<string, string>> = {
      PORT: { PORT: 'abc' },
      RATE_LIMIT_FREE: { RATE_LIMIT_FREE: '-1' },
      MONGODB_URI: { MONGODB_URI: 'foo' },
      LOG_LEVEL: { LOG_LEVEL: 'loud' },
      SERVICES: { SERVICES: 'gateway,kitchen' },
      CLUSTER_SECRET: { CLUSTER_SECRET: 'short' },
      S3_BUCKET: { S3_ENDPOINT: 'http://127.0.0.1:9000' },
      ADMIN_PASSWORD: { ADMIN_EMAIL: 'a@example.org' },
    };
    for (const [name, env] of Object.entries(wrong)) {
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.message.includes(name),
        name,
      );
    }
  });

  it('needs a shared secret between nodes, and verifies addresses there by default', () => {
    assert.throws(() => readConfig({ NATS_URL: 'nats://127.0.0.1:4222' }), ConfigError);
    const open = { NATS_URL: 'nats://127.0.0.1:4222', CLUSTER_SECRET: 'x'.repeat(32) };
    assert.throws(() => readConfig(open), /^Error: NATS_URL contains no user/);
    const config = readConfig({
      NATS_URL: 'nats://css:secret@127.0.0.1:4222',
      CLUSTER_SECRET: 'x'.repeat(32),
    });
    assert.equal(config.emailVerification, 'required');
  });
});
