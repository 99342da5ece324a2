/** The leak test (`leak-suite.ts`) on the service in eight processes over NATS. */
import { ADMINISTRATOR, startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { sharedServerEnv } from '../end-to-end/shared-server-env.ts';
import { missingServer } from '../test-servers.ts';
import { describeLeaks } from './leak-suite.ts';

describeLeaks(
  'split over NATS',
  async () => {
    const service = await startDisposableService('split', sharedServerEnv());
    return { base: service.base, administrator: ADMINISTRATOR, stop: () => service.stop() };
  },
  // The parameters of a read are handled by the same code as in one process, where each is tried; `npm run dev -- test:long`
  // tries them here too.
  {
    callers: 'owner and public',
    variants: process.env.LAW_RUNS !== undefined,
    skip: missingServer('NATS'),
  },
);
