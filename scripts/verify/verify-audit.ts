/**
 * `npm run verify-audit`: verifies the hash chain of the audit trail. Reads the embedded MongoDB of DATA_DIR,
 * running or not, or MONGODB_URI with DATABASE_PREFIX; writes nothing.
 *
 *   npm run verify-audit                       VERIFIED n entries, head ID HASH
 *   npm run verify-audit -- --noted ID:HASH    also against an entry noted earlier
 *
 * Exit 0: verified. Exit 1: broken, with the first entry that does not match. Exit 2: not checked.
 */
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { BrokenChainError, type ChainHead } from '../../services/audit/chain.ts';
import {
  ChainNotStartedError,
  type VerificationResult,
  verifyTrail,
} from '../../services/audit/verification.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { firstErrorLine } from '../console/first-error-line.ts';
import { NoDatabaseServerError, withDatabaseServer } from '../start/embedded-servers/database-server.ts';

/** Progress goes to stderr, the verdict to stdout. */
const PROGRESS_INTERVAL_MS = 2_000;

/** The trail could not be checked; the message says what to do. */
class VerificationImpossibleError extends Error {}

try {
  const checkpoint = readCheckpoint();
  const config = readConfig(process.env);
  const verified = await withDatabaseServer(config, { create: false }, (uri) =>
    withClient(uri, (client) =>
      verifyTrail(client.db(`${config.databasePrefix}-audit`), {
        ...(checkpoint ? { checkpoint } : {}),
        onEntry: createProgressLogger(),
      }),
    ),
  );
  console.log(formatVerdict(verified, checkpoint));
} catch (error) {
  const isBroken = error instanceof BrokenChainError;
  const reason = isBroken || isExpectedError(error) ? error.message : firstErrorLine(error);
  console.log(`${isBroken ? 'BROKEN' : 'NOT CHECKED'}  ${reason}`);
  process.exitCode = isBroken ? 1 : 2;
}

function formatVerdict(
  { entries, unhashed, head }: VerificationResult,
  checkpoint: ChainHead | null,
): string {
  const lines = [`VERIFIED ${entries} entries, head ${head.seq} ${head.hash}`];
  if (unhashed > 0)
    lines.push(
      `  ${unhashed} of them predate the chain: they are covered from its start, not from when they were written`,
    );
  lines.push(
    checkpoint
      ? `  entry ${checkpoint.seq} still has the noted hash: no entry up to it was altered since`
      : '  note this head elsewhere: with --noted ID:HASH a later run also detects a recomputed chain',
  );
  return lines.join('\n');
}

function readCheckpoint(): ChainHead | null {
  const usage =
    'Usage: npm run verify-audit [-- --noted ID:HASH], with the id of an entry and its hash of 64 hexadecimal digits.';
  let noted: string | undefined;
  try {
    noted = parseArgs({ options: { noted: { type: 'string' } } }).values.noted;
  } catch {
    throw new VerificationImpossibleError(usage);
  }
  if (noted === undefined) return null;
  const [, seq, hash] = /^(\d{1,15})[:\s]([0-9a-f]{64})$/i.exec(noted.trim()) ?? [];
  if (seq === undefined || hash === undefined) throw new VerificationImpossibleError(usage);
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri).connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function createProgressLogger(): (entries: number) => void {
  let lastPrinted = performance.now();
  return (entries) => {
    if (performance.now() - lastPrinted < PROGRESS_INTERVAL_MS) return;
    lastPrinted = performance.now();
    console.error(`${entries.toLocaleString('en')} entries …`);
  };
}

function isExpectedError(error: unknown): error is Error {
  return (
    error instanceof VerificationImpossibleError ||
    error instanceof NoDatabaseServerError ||
    error instanceof ChainNotStartedError
  );
}
