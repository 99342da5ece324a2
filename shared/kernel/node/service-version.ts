/** The version of this service, as its package says. */
import { readFileSync } from 'node:fs';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

export const SERVICE_VERSION = version;
