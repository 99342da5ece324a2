/** Tests that the servers of the test run (MongoDB, NATS, Redis, S3) can do what the service needs. */
import assert from 'node:assert/strict';
import { afterAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { skipIf } from './skip-if.ts';
import {
  databasePrefix,
  dropDatabases,
  missingServer,
  mongodbUri,
  natsUrl,
  redisUrl,
  s3Settings,
} from './test-servers.ts';

const prefix = databasePrefix('back-ends');
afterAll(() => dropDatabases(prefix));

skipIf(missingServer('MONGODB')).it('MongoDB runs transactions and change streams', async () => {
  const client = await MongoClient.connect(mongodbUri(`${prefix}-a`));
  const notes = client.db().collection<{ text: string }>('notes');
  const changes = notes.watch();
  const change = changes.next();
  await client.withSession((session) =>
    session.withTransaction(() => notes.insertOne({ text: 'kept' }, { session })),
  );
  await assert.rejects(
    client.withSession((session) =>
      session.withTransaction(async () => {
        await notes.insertOne({ text: 'undone' }, { session });
        throw new Error('changed my mind');
      }),
    ),
    /changed my mind/,
  );
  assert.deepEqual(
    (await notes.find().toArray()).map(({ text }) => text),
    ['kept'],
  );
  assert.equal((await change).operationType, 'insert');
  await changes.close();
  await client.close();
});

skipIf(missingServer('NATS')).it('NATS requires the password', async () => {
  const { host, username, password } = new URL(natsUrl());
  const connection = await connect({ servers: host, user: username, pass: password });
  connection.subscribe('ping', { callback: (_, message) => void message.respond('pong') });
  assert.equal((await connection.request('ping')).string(), 'pong');
  assert.equal(connection.info?.max_payload, 8 << 20);
  await connection.close();
  await assert.rejects(connect({ servers: host }), /AUTHORIZATION/i);
});

skipIf(missingServer('REDIS')).it('Redis requires the password', async () => {
  const redis = new Redis(redisUrl());
  await redis.set(prefix, 'kept', 'EX', 10);
  assert.equal(await redis.get(prefix), 'kept');
  redis.disconnect();
});

skipIf(missingServer('S3')).it('S3 keeps an object', async () => {
  const { endpoint, bucket, accessKey, secretKey } = s3Settings();
  const { hostname, port } = new URL(endpoint);
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  await client.putObject(bucket, prefix, Buffer.from('kept'));
  assert.equal((await client.statObject(bucket, prefix)).size, 4);
  await client.removeObject(bucket, prefix);
});
