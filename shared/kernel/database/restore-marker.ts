/**
 * Marker of a database that `npm run restore` is writing. Half restored data look like a deployment without
 * accounts, so no service starts on them, and only another restore may remove them.
 */
import type { Db } from 'mongodb';
import { ConfigError } from '../errors/config-error.ts';

/** The collection of the marker, which no service has. */
export const RESTORE_MARKER_COLLECTION = 'unfinished_restore';

/** Whether a restore of this database has begun and not ended. */
export async function isBeingRestored(database: Db): Promise<boolean> {
  return (await database.collection(RESTORE_MARKER_COLLECTION).findOne()) !== null;
}

/** @throws ConfigError for a database that is being restored */
export async function assertRestored(database: Db): Promise<void> {
  if (!(await isBeingRestored(database))) return;
  throw new ConfigError(
    `The database ${database.databaseName} is only partly restored. Wait for npm run restore to end, or run it again.`,
  );
}
