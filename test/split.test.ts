/**
 * The test that no withheld or private word leaks (`leaks/leak-suite.ts`) and the permission matrix
 * (`matrix/permission-matrix.ts`) on the service in eight processes over NATS. A short run takes a part of each, since the
 * code behind the bus is that of one process, where all of it is tried; `npm run dev -- test:long` tries all here too.
 */
import { afterAll } from '@jest/globals';
import { ADMINISTRATOR, startDisposableService } from '../scripts/start/launcher/disposable-service.ts';
import { sharedServerEnv } from './end-to-end/shared-server-env.ts';
import { describeLeaks } from './leaks/leak-suite.ts';
import { buildMatrixWorld, type RunningMatrixWorld } from './matrix/callers.ts';
import { describePermissionMatrix } from './matrix/permission-matrix.ts';
import { missingServer } from './test-servers.ts';
import { isLongRun } from './world/share-of.ts';

const MODE = 'split over NATS';
const skip = missingServer('NATS');

let started: Promise<RunningMatrixWorld> | null = null;
afterAll(async () => (await started)?.stop());

async function startWorld(): Promise<RunningMatrixWorld> {
  const service = await startDisposableService('split', sharedServerEnv());
  return { world: await buildMatrixWorld(service.base, ADMINISTRATOR), stop: () => service.stop() };
}

/** One world for both suites: to start eight processes takes as long as a suite. */
async function share(): Promise<RunningMatrixWorld> {
  started ??= startWorld();
  return { world: (await started).world, stop: async () => undefined };
}

// First, because it leaves the world as it was.
describeLeaks(MODE, share, {
  callers: isLongRun ? 'every caller' : 'owner and public',
  variants: isLongRun,
  isWhole: isLongRun,
  skip,
});

describePermissionMatrix(MODE, share, {
  cells: isLongRun ? 'every caller' : 'one caller of each outcome',
  skip,
});
