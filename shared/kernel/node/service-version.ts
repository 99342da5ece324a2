/** Version from package.json, which health, OpenAPI and MCP show and ETags contain. */
import { readFileSync } from 'node:fs';

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

export const SERVICE_VERSION = version;
