/**
 * The service in eight processes over NATS: the test that no withheld or private word leaks (`leaks/leak-suite.ts`), the
 * permission matrix (`matrix/permission-matrix.ts`), the main job (`end-to-end/main-job-split.ts`) and the death of NATS
 * (`kill/killed-nats.ts`). A short run takes a part of the first two, since the code behind the bus is that of one process,
 * where all of it is tried; `npm run dev -- test:long` tries all here too.
 */
import { afterAll } from '@jest/globals';
import { ADMINISTRATOR, type DisposableService } from '../scripts/start/launcher/disposable-service.ts';
import { describeMainJob } from './end-to-end/main-job-split.ts';
import { describeKilledNats } from './kill/killed-nats.ts';
import { describeLeaks } from './leaks/leak-suite.ts';
import { buildMatrixWorld, type MatrixWorld, type RunningMatrixWorld } from './matrix/callers.ts';
import { describePermissionMatrix } from './matrix/permission-matrix.ts';
import { startSplitService } from './split-service.ts';
import { missingServer } from './test-servers.ts';
import { isLongRun } from './world/share-of.ts';

const MODE = 'split over NATS';
const skip = missingServer('NATS');

let started: Promise<DisposableService> | null = null;
let world: Promise<MatrixWorld> | null = null;
afterAll(async () => (await started)?.stop());

/** One service for all suites: to start eight processes takes as long as a suite. */
async function share(): Promise<DisposableService> {
  started ??= startSplitService();
  return { ...(await started), stop: async () => undefined };
}

async function shareWorld(): Promise<RunningMatrixWorld> {
  const { base, stop } = await share();
  world ??= buildMatrixWorld(base, ADMINISTRATOR);
  return { world: await world, stop };
}

// First, because it leaves the world as it was.
describeLeaks(MODE, shareWorld, {
  callers: isLongRun ? 'every caller' : 'owner and public',
  variants: isLongRun,
  isWhole: isLongRun,
  skip,
});

describePermissionMatrix(MODE, shareWorld, {
  cells: isLongRun ? 'every caller' : 'one caller of each outcome',
  skip,
});

describeMainJob(share);

// Last, because it interrupts the others.
describeKilledNats(share);
