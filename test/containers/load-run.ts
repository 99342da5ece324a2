/** Runs something on a deployment, such as a restart, under the load of `load.ts`. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describeRun, Load } from './load.ts';
import type { SentRequest } from './load-account.ts';

const WRITERS = 3;
/** Requests before and after what happens. */
const CALM_MS = 3_000;

/**
 * Runs the load during an event, prints what its requests looked like, and checks that nothing acknowledged was lost.
 * @returns its requests
 * @throws AssertionError where an acknowledged write is not there
 */
export async function runUnderLoad(
  base: string,
  title: string,
  event: () => Promise<void>,
): Promise<SentRequest[]> {
  const load = await Load.create(base, WRITERS);
  load.start();
  await delay(CALM_MS);
  try {
    await event();
    await delay(CALM_MS);
  } finally {
    await load.stop();
    process.stdout.write(`${title}: ${describeRun(load.sent)}, ${load.acknowledged} writes acknowledged\n`);
  }
  assert.deepEqual(await load.check(), []);
  return load.sent;
}
