/** The servers the tests stand on: one of each, on data that are thrown away. */

import { join } from 'node:path';
import { startMongod } from './mongod.ts';
import { startNats } from './nats-server.ts';
import { firstLine } from './progress.ts';
import { startRedis } from './redis-server.ts';
import { startS3 } from './s3-server.ts';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts';

export interface TestServers {
  /** `TEST_MONGODB_URI` and the like; `TEST_NATS_MISSING` and the like carry the reason of one that is away. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Started {
  readonly value: string;
  stop(): Promise<void>;
}

/** Starts what can be started; one that cannot is named with its reason, and its suites are skipped. */
export async function startTestServers(): Promise<TestServers> {
  const env: Record<string, string> = {};
  const stops: Array<() => Promise<void>> = [];
  const add = async (variable: string, missing: string, start: () => Promise<Started>): Promise<void> => {
    try {
      const { value, stop } = await start();
      env[variable] = value;
      stops.push(stop);
    } catch (error) {
      env[missing] = firstLine(error);
    }
  };
  await Promise.all([
    add('TEST_MONGODB_URI', 'TEST_MONGODB_MISSING', mongod),
    add('TEST_NATS_URL', 'TEST_NATS_MISSING', async () => withValue(await startNats(), ({ url }) => url)),
    add('TEST_REDIS_URL', 'TEST_REDIS_MISSING', async () => withValue(await startRedis(), ({ url }) => url)),
    add('TEST_S3', 'TEST_S3_MISSING', async () => withValue(await startS3(), ({ settings }) => JSON.stringify(settings))),
  ]);
  return { env, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

function withValue<T extends { stop(): Promise<void> }>(server: T, value: (server: T) => string): Started {
  return { value: value(server), stop: () => server.stop() };
}

async function mongod(): Promise<Started> {
  const folder = makeScratchFolder('mongo');
  try {
    const server = await startMongod({ dbPath: join(folder, 'db'), disposable: true });
    const stop = async (): Promise<void> => {
      await server.stop();
      removeScratchFolder(folder);
    };
    return { value: server.uri, stop };
  } catch (error) {
    removeScratchFolder(folder);
    throw error;
  }
}
