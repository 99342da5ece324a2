/** Start of the MongoDB for the tests, in a container or as a local program. */
import { join } from 'node:path';
import { startMongod } from '../../scripts/start/embedded-servers/mongod.ts';
import {
  initiateReplicaSet,
  REPLICA_SET,
  waitForPrimary,
  withAdmin,
} from '../../scripts/start/embedded-servers/replica-set.ts';
import {
  createMemoryFolder,
  removeScratchFolder,
} from '../../scripts/start/embedded-servers/scratch-folder.ts';
import { eventually } from '../eventually.ts';
import type { StartedServer, TestServer } from './test-server.ts';

const PORT = 27017;

/** A run needs a tenth of it; memory that is not used is not taken. */
const MEMORY_BYTES = 8 * 2 ** 30;

/** A replica set of one, so that transactions and change streams work. */
export const mongodb: TestServer = {
  title: 'MongoDB',
  variable: 'TEST_MONGODB_URI',
  missing: 'TEST_MONGODB_MISSING',
  image: 'mongo:8.0',

  async startContainer(image) {
    const { GenericContainer } = await import('testcontainers');
    const container = await new GenericContainer(image)
      .withCommand([
        ...['mongod', '--replSet', REPLICA_SET, '--bind_ip_all'],
        ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=5'],
      ])
      .withExposedPorts(PORT)
      .withTmpFs({ '/data/db': 'rw' })
      .start();
    const value = `mongodb://${container.getHost()}:${container.getMappedPort(PORT)}/?directConnection=true`;
    // The address by which it finds itself, inside the container.
    await eventually(() =>
      withAdmin(value, async (command) => {
        await initiateReplicaSet(command, [`127.0.0.1:${PORT}`]);
        await waitForPrimary(command);
      }),
    );
    return { value, stop: async () => void (await container.stop()) };
  },

  async startProgram(): Promise<StartedServer> {
    const folder = createMemoryFolder('mongo', MEMORY_BYTES);
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
  },
};
