/**
 * Load generator of the benchmarks: autocannon in a child process, so that the client does not limit the
 * throughput. Gives requests per second; throws when a response has another status than expected.
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
  /** Number of concurrent requests. */
  connections: number;
  seconds: number;
  /** The status that every response must have. */
  status: number;
}

/** Duration of the unmeasured part before the measurement. */
const WARM_UP_SECONDS = 2;

/** @returns requests per second @throws Error when a response is missing or has another status */
export async function runLoad(load: LoadOptions): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(load)]);
  const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (
    typeof message === 'object' &&
    message !== null &&
    'perSecond' in message &&
    typeof message.perSecond === 'number'
  ) {
    return message.perSecond;
  }
  throw new Error(`${load.method ?? 'GET'} ${load.url}: ${JSON.stringify(message)}`);
}

async function run({
  url,
  method = 'GET',
  headers = {},
  body,
  connections,
  seconds,
  status,
}: LoadOptions): Promise<void> {
  const options = { url, method, headers, connections, ...(body === undefined ? {} : { body }) };
  await autocannon({ ...options, duration: WARM_UP_SECONDS });
  const result = await autocannon({ ...options, duration: seconds });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  const isValid = result.errors === 0 && statuses.length === 1 && statuses[0] === String(status);
  process.send?.(
    isValid ? { perSecond: result.requests.total / result.duration } : { statuses, errors: result.errors },
  );
}

// In the forked process.
const [, file, options] = process.argv;
if (file === fileURLToPath(import.meta.url) && options !== undefined) await run(JSON.parse(options));
