/** Start of the OpenSearch server for the tests, in a container or as a local program. */
import { eventually } from '../eventually.ts';
import { OPENSEARCH_VERSION } from './opensearch-jars.ts';
import { askHealth, startOpenSearch } from './opensearch-server.ts';
import type { TestServer } from './test-server.ts';

const PORT = 9200;

/** `npm run dev -- test:opensearch` alone starts it: it takes a gigabyte. */
export const opensearch: TestServer = {
  title: 'OpenSearch',
  variable: 'TEST_OPENSEARCH_URL',
  missing: 'TEST_OPENSEARCH_MISSING',
  image: `opensearchproject/opensearch:${OPENSEARCH_VERSION}`,

  async startContainer(image) {
    const { GenericContainer } = await import('testcontainers');
    const container = await new GenericContainer(image)
      .withEnvironment({
        'discovery.type': 'single-node',
        DISABLE_SECURITY_PLUGIN: 'true',
        OPENSEARCH_JAVA_OPTS: '-Xms1g -Xmx1g',
      })
      .withExposedPorts(PORT)
      .start();
    const value = `http://${container.getHost()}:${container.getMappedPort(PORT)}`;
    await eventually(() => askHealth(value));
    return { value, stop: async () => void (await container.stop()) };
  },

  async startProgram() {
    const { url: value, stop } = await startOpenSearch();
    return { value, stop };
  },
};
