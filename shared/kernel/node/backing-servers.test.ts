/** Tests of the health checks of MongoDB, NATS, Redis and S3. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, jest } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { type BackingServerHealth, BackingServers } from './backing-servers.ts';

/** A server that stands still: it neither answers nor closes the connection. */
const still = () => new Promise<never>(() => undefined);

describe('the servers behind a node', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    afterTest(() => void jest.useRealTimers());
  });

  /** How they stand, as far as it is known by now. */
  function ask(servers: BackingServers): { standing: BackingServerHealth | null } {
    const requested: { standing: BackingServerHealth | null } = { standing: null };
    void servers.health().then((standing) => {
      requested.standing = standing;
    });
    return requested;
  }

  it('health reports within a second what is unavailable, also when a server never responds (E3)', async () => {
    const servers = new BackingServers();
    servers.add('mongodb', still);
    servers.add('nats', async () => undefined);
    servers.add('redis', () => Promise.reject(new Error('refused')));
    servers.add('s3', still);
    const requested = ask(servers);
    await jest.advanceTimersByTimeAsync(999);
    assert.deepEqual(requested.standing, { mongodb: 'down', nats: 'up', redis: 'down', s3: 'down' });
  });

  it('concurrent checks share one request to the server and its result (E3)', async () => {
    const servers = new BackingServers();
    let checks = 0;
    servers.add('mongodb', () => {
      checks += 1;
      return still();
    });
    ask(servers);
    await jest.advanceTimersByTimeAsync(400);
    const requested = ask(servers);
    await jest.advanceTimersByTimeAsync(999);
    assert.deepEqual(requested.standing, { mongodb: 'down' });
    assert.equal(checks, 1);
  });
});
