/**
 * Starts the backing servers of the tests (MongoDB, NATS, Redis, S3) on temporary data, in containers or
 * else as local programs, and returns the environment variables that name them.
 */

import { firstErrorLine } from '../../scripts/console/first-error-line.ts';
import { isContainerEngineRunning } from './container-engine.ts';
import { mongodb } from './mongodb.ts';
import { nats } from './nats.ts';
import { redis } from './redis.ts';
import { s3 } from './s3.ts';
import type { StartedServer, TestServer } from './test-server.ts';

interface TestServers {
  /**
   * `TEST_MONGODB_URI` and the like; `TEST_NATS_MISSING` and the like contain the reason of a missing one.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Where each server runs, in one line. */
  readonly summary: string;
  stop(): Promise<void>;
}

/** Those of every run. */
export const ALL_SERVERS: readonly TestServer[] = [mongodb, nats, redis, s3];

/**
 * Starts each server in a container of its official image where a container engine and the image are available,
 * else as a program of this machine. A server that cannot be started is named with the reason, and its suites
 * are skipped.
 */
export async function startTestServers(
  servers: readonly TestServer[] = ALL_SERVERS,
  engine: () => Promise<boolean> = isContainerEngineRunning,
): Promise<TestServers> {
  const env: Record<string, string> = {};
  const stops: Array<() => Promise<void>> = [];
  const places = new Map<string, string>();
  const containers = await engine();
  const tell = ({ title }: TestServer, place: string): void =>
    void places.set(place, [places.get(place) ?? [], title].flat().join(', '));
  const keep = ({ variable }: TestServer, { value, stop }: StartedServer): void => {
    env[variable] = value;
    stops.push(stop);
  };
  const start = async (server: TestServer): Promise<void> => {
    let reason = 'no container engine answers';
    if (containers) {
      try {
        keep(server, await server.startContainer(server.image));
        return tell(server, 'in containers');
      } catch (error) {
        reason = `no container: ${firstErrorLine(error)}`;
      }
    }
    try {
      keep(server, await server.startProgram());
      tell(server, `as programs (${reason})`);
    } catch (error) {
      env[server.missing] = firstErrorLine(error);
      tell(server, 'away');
    }
  };
  await Promise.all(servers.map(start));
  const summary = [...places].map(([place, titles]) => `${titles} ${place}`).join('; ');
  return { env, summary, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}
