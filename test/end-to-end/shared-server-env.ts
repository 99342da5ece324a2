/**
 * Environment variables that connect a service in its own processes to the MongoDB of this test run, under
 * a database prefix of its own. For the end-to-end suites and the permission matrix.
 */
import { databasePrefix, mongodbUri } from '../test-servers.ts';

export const sharedServerEnv = (): Record<string, string> => ({
  MONGODB_URI: mongodbUri(),
  DATABASE_PREFIX: databasePrefix('e2e'),
});
