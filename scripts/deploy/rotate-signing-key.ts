/**
 * `npm run rotate-signing-key`: from now on another key signs the certificates of published revisions. The
 * old key stays in `GET /api/certificates/keys` and verifies what it signed. Uses the embedded MongoDB of
 * DATA_DIR, running, or MONGODB_URI with DATABASE_PREFIX; running services need no restart.
 *
 *   npm run rotate-signing-key                                 a new key
 *   npm run rotate-signing-key -- --leaked-since TIME          the same, and the old key is listed as leaked
 *   npm run rotate-signing-key -- --leaked-since TIME --key ID a key retired before is listed as leaked
 *
 * Exit 0: done. Exit 1: not done, with the reason. Exit 2: wrong usage.
 */
import { parseArgs } from 'node:util';
import { SigningKeys } from '../../services/projects/certificates/repository.ts';
import { openDatabase, prepareModels } from '../../shared/kernel/database/mongo.ts';
import { type Config, readConfig } from '../../shared/kernel/node/config.ts';
import { firstErrorLine } from '../console/first-error-line.ts';
import { databaseUri } from '../start/embedded-servers/mongod-credentials.ts';

const USAGE = `Usage: npm run rotate-signing-key [-- --leaked-since TIME [--key ID]]
TIME is like 2026-11-22T08:00:00Z, ID a keyid of GET /api/certificates/keys.`;

interface Options {
  leakedSince: Date | null;
  /** A key retired before; null: the one that signs now. */
  keyid: string | null;
}

const options = readOptions();
if (options === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await rotate(options, readConfig(process.env));
  } catch (error) {
    console.error(`Not rotated: ${firstErrorLine(error)}`);
    process.exitCode = 1;
  }
}

/** Null for a command line that is not understood. */
function readOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: { 'leaked-since': { type: 'string' }, key: { type: 'string' } },
    });
    const { 'leaked-since': since, key = null } = values;
    if (since === undefined) return key === null ? { leakedSince: null, keyid: null } : null;
    const leakedSince = new Date(since);
    return Number.isNaN(leakedSince.getTime()) ? null : { leakedSince, keyid: key };
  } catch {
    return null;
  }
}

async function rotate({ leakedSince, keyid }: Options, config: Config): Promise<number> {
  const database = await openDatabase(databaseUri(config), config.databasePrefix, 'projects');
  try {
    const keys = new SigningKeys(database.connection);
    await prepareModels(database.connection);
    if (keyid !== null && leakedSince !== null) {
      const isListed = await keys.markLeaked(keyid, leakedSince);
      console.log(isListed ? `Listed as leaked: ${keyid}` : `There is no retired key ${keyid}.`);
      return isListed ? 0 : 1;
    }
    const { retired, active } = await keys.rotate(leakedSince);
    console.log(`Signs now: ${active}`);
    if (retired !== null) console.log(`${leakedSince ? 'Leaked' : 'Retired'}:   ${retired}`);
    console.log('Readers who keep keys.json save GET /api/certificates/keys anew.');
    return 0;
  } finally {
    await database.close();
  }
}
