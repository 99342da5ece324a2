/** Makes a fresh mongod a replica set of one, and sees that an old one still is. */

import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient, MongoServerError } from 'mongodb';

const NOT_YET_INITIALIZED = 94;

/** Connects, initiates or corrects the set where needed, and returns once it takes writes. Throws while it does not answer. */
export async function becomePrimary(uri: string, port: number): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 });
  try {
    await client.connect();
    const command = (body: Document): Promise<Document> => client.db('admin').command(body);
    await configure(command, `127.0.0.1:${port}`);
    while ((await command({ hello: 1 })).isWritablePrimary !== true) await delay(10);
  } finally {
    await client.close();
  }
}

async function configure(command: (body: Document) => Promise<Document>, host: string): Promise<void> {
  try {
    const { config } = (await command({ replSetGetConfig: 1 })) as { config: Document };
    const [member] = config.members as Document[];
    if (member?.host === host) return;
    // Its port was taken this time, so it does not find itself in its own configuration until that is forced.
    const version = Number(config.version) + 1;
    await command({ replSetReconfig: { ...config, version, members: [{ ...member, host }] }, force: true });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== NOT_YET_INITIALIZED) throw error;
    await command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  }
}
