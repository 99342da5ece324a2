/** Tests of the configuration of a node from environment variables and files. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    assert.deepEqual([config.emailVerification, config.trustProxy, config.corsOrigins], ['off', 0, []]);
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
      TRUST_PROXY: { TRUST_PROXY: 'nginx' },
    };
    for (const [name, env] of Object.entries(wrong)) {
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.message.includes(name),
        name,
      );
    }
  });

  it('accepts the members of a replica set in MONGODB_URI', () => {
    const MONGODB_URI = 'mongodb://css:secret@one:27017,two:27017,three:27017/?replicaSet=rs0';
    assert.equal(readConfig({ MONGODB_URI }).mongodbUri, MONGODB_URI);
    assert.throws(() => readConfig({ MONGODB_URI: 'mongodb://one:port,two:27017' }), ConfigError);
  });

  it('reads a value from the file that NAME_FILE names, and refuses both, a missing file and an empty one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'css-config-'));
    try {
      const CLUSTER_SECRET_FILE = join(folder, 'cluster-secret');
      writeFileSync(CLUSTER_SECRET_FILE, `${'x'.repeat(32)}\n`);
      assert.equal(readConfig({ CLUSTER_SECRET_FILE }).clusterSecret, 'x'.repeat(32));
      assert.equal(readConfig({ CLUSTER_SECRET_FILE: '' }).clusterSecret, null, 'an empty variable is unset');
      // Without MONGODB_URI the node would start with databases of its own.
      const MONGODB_URI_FILE = join(folder, 'mongodb-uri');
      writeFileSync(MONGODB_URI_FILE, ' \n');
      const refusals: Array<[Record<string, string>, RegExp]> = [
        [{ CLUSTER_SECRET_FILE, CLUSTER_SECRET: 'y'.repeat(32) }, /are both set/],
        [{ CLUSTER_SECRET_FILE: join(folder, 'missing') }, /CLUSTER_SECRET_FILE=.*cannot be read \(ENOENT\)/],
        [{ MONGODB_URI_FILE }, /^MONGODB_URI_FILE=.*mongodb-uri is empty\.$/],
        [{ PORT_FILE: CLUSTER_SECRET_FILE }, /PORT.* is not valid/],
      ];
      for (const [env, message] of refusals)
        assert.throws(
          () => readConfig(env),
          (error) => error instanceof ConfigError && message.test(error.message),
        );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes names of programs on the bus that are users of NATS (H31)', () => {
    assert.deepEqual(readConfig({}).busPrograms, []);
    assert.deepEqual(readConfig({ BUS_PROGRAMS: 'reports, billing-2,reports' }).busPrograms, [
      'reports',
      'billing-2',
    ]);
    for (const name of [
      'gateway',
      'tools',
      'Reports',
      'a.b',
      'a>',
      '*',
      '1st',
      'a b',
      '$x',
      '-',
      'x'.repeat(33),
    ])
      assert.throws(
        () => readConfig({ BUS_PROGRAMS: `reports,${name}` }),
        (error) => error instanceof ConfigError && error.message.startsWith(`BUS_PROGRAMS contains ${name}`),
      );
  });

  it('takes the port of metrics and probes under either name (X16)', () => {
    assert.equal(readConfig({}).healthPort, 0);
    assert.equal(readConfig({ METRICS_PORT: '9100' }).healthPort, 9100);
    assert.equal(readConfig({ HEALTH_PORT: '8080', METRICS_PORT: '9100' }).healthPort, 8080);
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

  it('TRUST_PROXY is the number of proxies or a list of networks; anything else is refused (Y22)', () => {
    const counts: [string, number][] = [
      ['false', 0],
      ['0', 0],
      ['true', 1],
      ['1', 1],
      ['3', 3],
    ];
    for (const [TRUST_PROXY, count] of counts) assert.equal(readConfig({ TRUST_PROXY }).trustProxy, count);
    const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8,2001:db8::1' });
    assert.ok(typeof trustProxy !== 'number');
    assert.deepEqual(
      trustProxy.map(([network, length]) => `${network}/${length}`),
      ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8', '2001:db8::1/128'],
    );
    for (const TRUST_PROXY of [
      'yes',
      '-1',
      '1.5',
      '21',
      '1,2',
      'true,10.0.0.0/8',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '::/129',
    ])
      assert.throws(
        () => readConfig({ TRUST_PROXY }),
        /TRUST_PROXY contains .* number of proxies/,
        TRUST_PROXY,
      );
  });
});
