// The health check of the image: exits with 0 when this container's node is ready. Plain JavaScript that imports only `node:http`,
// because it runs every few seconds.
import { get } from 'node:http';

const TIMEOUT_MS = 8000;

get(
  { host: '127.0.0.1', port: process.env.HEALTH_PORT, path: '/healthz/ready', timeout: TIMEOUT_MS },
  (response) => {
    process.exit(response.statusCode === 200 ? 0 : 1);
  },
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
