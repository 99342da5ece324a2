/**
 * `npm run verify-audit`: walks the audit trail along its hash chain and says whether every entry is as it was written.
 * Reads the embedded MongoDB of DATA_DIR, running or not, or MONGODB_URI with DATABASE_PREFIX; writes nothing.
 *
 *   npm run verify-audit                       VERIFIED n entries, head ID HASH
 *   npm run verify-audit -- --noted ID:HASH    also against an entry somebody wrote down earlier
 *
 * Exit 0: verified. Exit 1: broken, with the first entry that is. Exit 2: it could not be checked at all.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { BrokenChainError, type ChainHead } from '../services/audit/chain.ts';
import { ChainNotStartedError, type VerificationResult, verifyTrail } from '../services/audit/verification.ts';
import { type Config, readConfig } from '../shared/kernel/node/config.ts';
import { startMongod } from './embedded-servers/mongod.ts';
import { mongodUriOfFolder } from './embedded-servers/mongod-credentials.ts';
import { firstErrorLine } from './embedded-servers/progress.ts';

/** Long runs tell where they are, on stderr so that the verdict stands alone. */
const PROGRESS_INTERVAL_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** It could not be checked; the message says what to do. */
class VerificationImpossibleError extends Error {}

try {
  const checkpoint = readCheckpoint();
  const config = readConfig(process.env);
  const verified = await withDatabase(config, (client) =>
    verifyTrail(client.db(`${config.databasePrefix}-audit`), {
      ...(checkpoint ? { checkpoint } : {}),
      onEntry: createProgressLogger(),
    }),
  );
  console.log(formatVerdict(verified, checkpoint));
} catch (error) {
  const isBroken = error instanceof BrokenChainError;
  const why = isBroken || isExpectedError(error) ? error.message : firstErrorLine(error);
  console.log(`${isBroken ? 'BROKEN' : 'NOT CHECKED'}  ${why}`);
  process.exitCode = isBroken ? 1 : 2;
}

function formatVerdict({ entries, unhashed, head }: VerificationResult, noted: ChainHead | null): string {
  const lines = [`VERIFIED ${entries} entries, head ${head.seq} ${head.hash}`];
  if (unhashed > 0)
    lines.push(`  ${unhashed} of them predate the chain: they are covered from its start, not from when they were written`);
  lines.push(
    noted
      ? `  entry ${noted.seq} still has the hash that was noted: nothing up to there was altered since`
      : '  keep this head elsewhere: with --noted ID:HASH a later run also finds a chain that was computed anew',
  );
  return lines.join('\n');
}

function readCheckpoint(): ChainHead | null {
  const usage =
    'Usage: npm run verify-audit [-- --noted ID:HASH], with the id of an entry and its hash of 64 hexadecimal digits.';
  let given: string | undefined;
  try {
    given = parseArgs({ options: { noted: { type: 'string' } } }).values.noted;
  } catch {
    throw new VerificationImpossibleError(usage);
  }
  if (given === undefined) return null;
  const [, seq, hash] = /^(\d{1,15})[:\s]([0-9a-f]{64})$/i.exec(given.trim()) ?? [];
  if (seq === undefined || hash === undefined) throw new VerificationImpossibleError(usage);
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

/** Opens the database, started for this when it is the embedded one and does not run. */
async function withDatabase<T>(config: Config, work: (client: MongoClient) => Promise<T>): Promise<T> {
  if (config.mongodbUri !== null) return withClient(config.mongodbUri, work);
  const dbPath = resolve(config.dataDir, 'mongo');
  if (!existsSync(join(dbPath, 'mongod.json'))) {
    throw new VerificationImpossibleError(
      `No data found in ${dbPath}. Set DATA_DIR to the data folder of the service, or MONGODB_URI to its database.`,
    );
  }
  const running = await tryConnect(mongodUriOfFolder(dbPath));
  if (running) return useClient(running, work);
  const mongod = await startMongod({ dbPath });
  try {
    return await withClient(mongod.uri, work);
  } finally {
    await mongod.stop();
  }
}

/** A client of the mongod that runs on the folder; null when none answers. */
function tryConnect(uri: string): Promise<MongoClient | null> {
  return new MongoClient(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS }).connect().catch(() => null);
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  return useClient(await new MongoClient(uri).connect(), work);
}

async function useClient<T>(client: MongoClient, work: (client: MongoClient) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function createProgressLogger(): (entries: number) => void {
  let told = performance.now();
  return (entries) => {
    if (performance.now() - told < PROGRESS_INTERVAL_MS) return;
    told = performance.now();
    console.error(`${entries.toLocaleString('en')} entries …`);
  };
}

function isExpectedError(error: unknown): error is Error {
  return error instanceof VerificationImpossibleError || error instanceof ChainNotStartedError;
}
