/**
 * Load on an address for some seconds, from a process of its own: what the client costs is not the service's, and a client in this process
 * would be slower than the service.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

export interface LoadOptions {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** As many requests are always under way. */
  connections: number;
  seconds: number;
  /** The status that every response must have. */
  status: number;
}

/** Seconds before the part that is measured. */
const WARM_UP_SECONDS = 2;

/** Requests a second. @throws Error when a response has another status, or none comes */
export async function runLoad(load: LoadOptions): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(load)]);
  const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message === 'object' && message !== null && 'perSecond' in message && typeof message.perSecond === 'number') {
    return message.perSecond;
  }
  throw new Error(`${load.method ?? 'GET'} ${load.url}: ${JSON.stringify(message)}`);
}

async function run({ url, method = 'GET', headers = {}, body, connections, seconds, status }: LoadOptions): Promise<void> {
  const options = { url, method, headers, connections, ...(body === undefined ? {} : { body }) };
  await autocannon({ ...options, duration: WARM_UP_SECONDS });
  const result = await autocannon({ ...options, duration: seconds });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  const sound = result.errors === 0 && statuses.length === 1 && statuses[0] === String(status);
  process.send?.(sound ? { perSecond: result.requests.total / result.duration } : { statuses, errors: result.errors });
}

// Only the forked process has a load to run.
const [, file, sent] = process.argv;
if (file === fileURLToPath(import.meta.url) && sent !== undefined) await run(JSON.parse(sent));
