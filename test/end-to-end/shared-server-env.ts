/** Environment variables that connect a service in its own processes to the MongoDB of this test run. */
import { databasePrefix, mongodbUri } from '../test-servers.ts';

export const sharedServerEnv = (): Record<string, string> => ({
  MONGODB_URI: mongodbUri(),
  DATABASE_PREFIX: databasePrefix('e2e'),
});
