/** Test that the user and password in a NATS_URL are handed to the client apart from it. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { natsConnectionOptions } from './nats-connection.ts';

test('credentials of a NATS URL are handed over apart from it', () => {
  assert.deepEqual(natsConnectionOptions('nats://127.0.0.1:4222'), { servers: 'nats://127.0.0.1:4222' });
  assert.deepEqual(natsConnectionOptions('nats://css:p%40ss@host:4222'), {
    servers: 'nats://host:4222',
    user: 'css',
    pass: 'p@ss',
  });
  assert.deepEqual(natsConnectionOptions('tls://secret@host:4222'), {
    servers: 'tls://host:4222',
    token: 'secret',
  });
});
