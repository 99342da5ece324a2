/** Makes a mongod a replica set of one: transactions and change streams need a set. */

import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient, MongoServerError } from 'mongodb';

const NOT_YET_INITIALIZED = 94;

/** The only member has nobody to wait for before it stands for election. */
const SETTINGS = { electionTimeoutMillis: 500 };

/** Connects, initiates the set where it is new, and returns once it takes writes. Throws while it does not answer. */
export async function becomePrimary(uri: string, port: number): Promise<void> {
  await withClient(uri, async (client) => {
    const command = (body: Document): Promise<Document> => client.db('admin').command(body);
    await command({ replSetGetConfig: 1 }).catch(async (error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== NOT_YET_INITIALIZED) throw error;
      const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
      await command({ replSetInitiate: { _id: 'rs0', settings: SETTINGS, members } });
    });
    while ((await command({ hello: 1 })).isWritablePrimary !== true) await delay(10);
  });
}

/**
 * Writes another port into the set's configuration, on a mongod that runs without `--replSet`: a member that does not
 * find its own address there would wait for ever for a set it is no part of.
 */
export async function moveSet(uri: string, port: number): Promise<void> {
  await withClient(uri, async (client) => {
    const configuration = client.db('local').collection('system.replset');
    await configuration.updateOne({}, { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } });
  });
}

async function withClient(uri: string, work: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.close();
  }
}
