/** The permission matrix (`permission-matrix.ts`) on the service in processes of their own over NATS. */
import { ADMINISTRATOR, startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { sharedServerEnv } from '../end-to-end/shared-server-env.ts';
import { missingServer } from '../test-servers.ts';
import { describePermissionMatrix } from './permission-matrix.ts';

describePermissionMatrix(
  'split over NATS',
  async () => {
    const service = await startDisposableService('split', sharedServerEnv());
    return { base: service.base, administrator: ADMINISTRATOR, stop: () => service.stop() };
  },
  // Who may do what is decided by the same code as in one process, where every caller is tried; `npm run dev -- test:long`
  // tries them here too.
  {
    cells: process.env.LAW_RUNS === undefined ? 'one caller of each outcome' : 'every caller',
    skip: missingServer('NATS'),
  },
);
