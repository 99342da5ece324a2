/** Start of the S3 server for the tests, in a container or as a local program. */
import { randomBytes } from 'node:crypto';
import { Client } from 'minio';
import { eventually } from '../eventually.ts';
import { startS3 } from './s3-server.ts';
import type { TestServer } from './test-server.ts';

const PORT = 7070;
const bucket = 'files';

/** The value is the settings of a client, as JSON. */
export const s3: TestServer = {
  title: 'S3',
  variable: 'TEST_S3',
  missing: 'TEST_S3_MISSING',
  image: 'versity/versitygw:v1.8.0',

  async startContainer(image) {
    const { GenericContainer } = await import('testcontainers');
    const [accessKey, secretKey] = [randomBytes(10).toString('hex'), randomBytes(24).toString('hex')];
    const container = await new GenericContainer(image)
      .withEnvironment({ ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey })
      .withCommand(['--port', `:${PORT}`, '--quiet', 'posix', '--sidecar', '/tmp/metadata', '/tmp/objects'])
      .withTmpFs({ '/tmp/metadata': 'rw', '/tmp/objects': 'rw' })
      .withExposedPorts(PORT)
      .start();
    const [host, port] = [container.getHost(), container.getMappedPort(PORT)];
    const client = new Client({ endPoint: host, port, useSSL: false, accessKey, secretKey });
    await eventually(() => client.makeBucket(bucket));
    const value = JSON.stringify({ endpoint: `http://${host}:${port}`, bucket, accessKey, secretKey });
    return { value, stop: async () => void (await container.stop()) };
  },

  async startProgram() {
    const { settings, stop } = await startS3();
    return { value: JSON.stringify(settings), stop };
  },
};
