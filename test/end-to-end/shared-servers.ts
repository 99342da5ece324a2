/** The back ends of this test run, for a service in processes of its own. */
import type { Mode } from '../../scripts/running/throwaway-service.ts';
import { databasePrefix, mongodbUri, natsUrl } from '../back-ends.ts';

export const sharedServers = (mode: Mode): Record<string, string> => ({
  MONGODB_URI: mongodbUri(),
  DATABASE_PREFIX: databasePrefix('e2e'),
  CHECK_ANSWERS: 'true',
  ...(mode === 'split' ? { NATS_URL: natsUrl() } : {}),
});
