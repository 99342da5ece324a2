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
  { callers: 'owner and public', skip: missingServer('NATS') },
);
