/**
 * Measurement of the gateway's API key check for `tools/bench/run.ts`, in one process or over NATS, with the key
 * cached (warm) and not (cold). Baselines: SHA-256 and a MongoDB findOne.
 */
import { createHash, randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { MongoClient } from 'mongodb';
import { startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import type { RunMode } from '../../scripts/start/launcher/disposable-service.ts';
import { Authenticator } from '../../services/gateway/callers/authenticator.ts';
import { type RunningNode, startNode } from '../../services/start-node.ts';
import { endpoints } from '../../shared/contracts/index.ts';
import { hashApiKey } from '../../shared/kernel/auth/api-key-format.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { createKey, emailOf, registerAccount } from '../world/accounts.ts';
import { type Percentiles, timeSequentially } from './http-measurement.ts';

export interface KeyAuthenticationTimes {
  warm: Percentiles;
  cold: Percentiles;
  /** SHA-256 of a key, which every check needs. */
  hash: Percentiles;
  /** `findOne` of the driver by a unique index. */
  find: Percentiles;
}

const PREFIX = 'css-bench-keys';
/** Enough accounts and keys for a realistic index. */
const STORED_KEYS = 5_000;

/** @param mongodbUri the server of the benchmark */
export async function measureKeyAuthentication(
  mode: RunMode,
  mongodbUri: string,
  rounds: number,
): Promise<KeyAuthenticationTimes> {
  const client = await MongoClient.connect(mongodbUri);
  const nats = mode === 'split' ? await startNats() : null;
  const secret = randomBytes(32).toString('hex');
  const start = (services: string): Promise<RunningNode> =>
    startNode(
      readConfig({
        SERVICES: services,
        MONGODB_URI: mongodbUri,
        DATABASE_PREFIX: PREFIX,
        PORT: '0',
        LOG_LEVEL: 'error',
        EMAIL_VERIFICATION: 'off',
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: 'correct horse battery',
        ...(nats ? { NATS_URL: nats.url, CLUSTER_SECRET: secret } : {}),
      }),
    );
  const nodes =
    mode === 'split' ? [await start('identity'), await start('gateway')] : [await start('identity,gateway')];
  const gateway = nodes.at(-1);
  if (!gateway) throw new Error('no node was started');
  const { node } = gateway;
  try {
    await node.broker.waitForServices('identity', 10_000);
    const key = await insertKeys(node.url ?? '', client);
    const credentials = new Authenticator(node);
    const request = new IncomingMessage(new Socket());
    request.rawHeaders = ['Authorization', `Bearer ${key}`];
    const search = new URLSearchParams('limit=50');
    // The gateway's part, and the verification of its signature in the called service.
    const check = async (): Promise<void> => {
      const { token } = await credentials.authenticate(endpoints['standards.list'], request, search);
      if (node.tokens.verify(token)?.principal.kind !== 'user') throw new Error('the key has no principal');
    };
    const keys = client.db(`${PREFIX}-identity`).collection('keys');
    const hash = hashApiKey(key);
    return {
      hash: await timeSequentially(rounds * 10, async () => void createHash('sha256').update(key).digest()),
      find: await timeSequentially(rounds, async () => void (await keys.findOne({ hash }))),
      cold: await timeSequentially(rounds, async () => {
        credentials.clearCache();
        await check();
      }),
      warm: await timeSequentially(rounds * 10, check),
    };
  } finally {
    for (const each of nodes.toReversed()) await each.stop();
    await client.db(`${PREFIX}-identity`).dropDatabase();
    await client.close();
    await nats?.stop();
  }
}

/** Creates an account with a key, among many others. @returns the key */
async function insertKeys(base: string, client: MongoClient): Promise<string> {
  const session = await registerAccount(base, 'bench', 'Bench Specifiers');
  const { secret: key } = await createKey(session, ['standard:read']);
  const database = client.db(`${PREFIX}-identity`);
  const [keys, users] = [
    database.collection<{ _id: number }>('keys'),
    database.collection<{ _id: number }>('users'),
  ];
  const [keyRecord, userRecord] = [
    await keys.findOne({ hash: hashApiKey(key) }),
    await users.findOne({ email: emailOf('bench') }),
  ];
  const ids = Array.from({ length: STORED_KEYS }, (_, at) => 1_000 + at);
  const randomHash = () => randomBytes(32).toString('hex');
  await keys.insertMany(
    ids.map((_id) => ({
      ...keyRecord,
      _id,
      user_id: _id,
      hash: randomHash(),
      previous: { hash: randomHash() },
    })),
  );
  await users.insertMany(ids.map((_id) => ({ ...userRecord, _id, email: `bench${_id}@example.org` })));
  return key;
}
