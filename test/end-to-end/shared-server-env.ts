/** The MongoDB of this test run, for a service in processes of its own. Split it starts a NATS of its own, on which each service is a user. */
import { databasePrefix, mongodbUri } from '../test-servers.ts';

export const sharedServerEnv = (): Record<string, string> => ({
  MONGODB_URI: mongodbUri(),
  DATABASE_PREFIX: databasePrefix('e2e'),
});
