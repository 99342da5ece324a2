/** Start of the NATS server for the tests, in a container or as a local program. */
import { randomBytes } from 'node:crypto';
import { startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import type { TestServer } from './test-server.ts';

const PORT = 4222;
const USER = 'css';

export const nats: TestServer = {
  title: 'NATS',
  variable: 'TEST_NATS_URL',
  missing: 'TEST_NATS_MISSING',
  image: 'nats:2.14',

  async startContainer(image) {
    const { GenericContainer, Wait } = await import('testcontainers');
    const password = randomBytes(24).toString('hex');
    const target = '/etc/nats/test.conf';
    const content = `max_payload: 8MB\nauthorization { user: ${USER}, password: "${password}" }\n`;
    const container = await new GenericContainer(image)
      .withCopyContentToContainer([{ content, target }])
      .withCommand(['-c', target])
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forLogMessage('Server is ready'))
      .start();
    const value = `nats://${USER}:${password}@${container.getHost()}:${container.getMappedPort(PORT)}`;
    return { value, stop: async () => void (await container.stop()) };
  },

  async startProgram() {
    const { url: value, stop } = await startNats();
    return { value, stop };
  },
};
