import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { natsAddress } from './nats-address.ts';

test('credentials of a NATS URL are handed over apart from it', () => {
  assert.deepEqual(natsAddress('nats://127.0.0.1:4222'), { servers: 'nats://127.0.0.1:4222' });
  assert.deepEqual(natsAddress('nats://css:p%40ss@host:4222'), { servers: 'nats://host:4222', user: 'css', pass: 'p@ss' });
  assert.deepEqual(natsAddress('tls://secret@host:4222'), { servers: 'tls://host:4222', token: 'secret' });
});
