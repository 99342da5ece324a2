/** Start of the Redis server for the tests, in a container or as a local program. */
import { randomBytes } from 'node:crypto';
import { startRedis } from './redis-server.ts';
import type { TestServer } from './test-server.ts';

const PORT = 6379;

export const redis: TestServer = {
  title: 'Redis',
  variable: 'TEST_REDIS_URL',
  missing: 'TEST_REDIS_MISSING',
  image: 'redis:8',

  async startContainer(image) {
    const { GenericContainer, Wait } = await import('testcontainers');
    const password = randomBytes(24).toString('hex');
    const container = await new GenericContainer(image)
      .withCommand(['redis-server', '--requirepass', password, '--save', '', '--appendonly', 'no'])
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
      .start();
    const value = `redis://:${password}@${container.getHost()}:${container.getMappedPort(PORT)}`;
    return { value, stop: async () => void (await container.stop()) };
  },

  async startProgram() {
    const { url: value, stop } = await startRedis();
    return { value, stop };
  },
};
