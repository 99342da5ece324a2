/**
 * Verification of a stored audit trail against its hash chain, its head and an optional entry noted earlier,
 * also while entries are appended. Used by `npm run verify-audit`, and by tests that write entries.
 */
import type { Db } from 'mongodb';
import { BrokenChainError, type ChainHead, ChainVerifier, GENESIS_HEAD } from './chain.ts';

export interface VerificationResult {
  entries: number;
  /** Number of entries older than the chain. */
  unhashed: number;
  head: ChainHead;
}

/** Nothing to verify yet. */
export class ChainNotStartedError extends Error {}

interface VerificationOptions {
  /** An entry noted earlier: it must still have this hash. */
  checkpoint?: ChainHead;
  /** Called after each entry with the number verified so far. */
  onEntry?: (entries: number) => void;
}

/**
 * Verifies the audit trail in this database.
 * @throws BrokenChainError naming the first entry that does not match, ChainNotStartedError for a trail
 * without a chain
 */
export async function verifyTrail(
  database: Db,
  { checkpoint, onEntry = () => undefined }: VerificationOptions = {},
): Promise<VerificationResult> {
  const majority = { readConcern: { level: 'majority' } } as const;
  const entries = database.collection<{ _id: number; [member: string]: unknown }>('entries', majority);
  const heads = database.collection<ChainHead & { _id: string; entries: number }>('chain', majority);
  const verifier = new ChainVerifier();
  /** The head as read before: the entries must reach it. */
  let expectedSeq = 0;
  for (;;) {
    // The first query reads ids of any type, so that none is skipped.
    const from = verifier.entries === 0 ? {} : { _id: { $gt: verifier.head.seq } };
    for await (const entry of entries.find(from).sort({ _id: 1 }).batchSize(1_000)) {
      verifier.verifyNext(entry);
      if (checkpoint?.seq === verifier.head.seq) assertCheckpoint(checkpoint, verifier.head);
      onEntry(verifier.entries);
    }
    if (verifier.head.seq < expectedSeq)
      throw new BrokenChainError(
        `Entry ${verifier.head.seq + 1} is missing: the chain goes on to ${expectedSeq}.`,
      );
    const head = await heads.findOne({ _id: 'head' });
    if (head === null) throw missingHeadError(verifier);
    expectedSeq = head.seq;
    // Either entries were appended in between, or the last ones are missing: reading on decides.
    if (expectedSeq > verifier.head.seq) continue;
    assertHead(head, verifier.head);
    if (head.entries !== verifier.entries)
      throw new BrokenChainError(
        `The head of the chain counts ${head.entries} entries, not ${verifier.entries}: it was changed.`,
      );
    if (checkpoint !== undefined) assertCheckpointReached(checkpoint, verifier.head);
    return { entries: verifier.entries, unhashed: verifier.unhashed, head: verifier.head };
  }
}

function assertHead(head: ChainHead, verified: ChainHead): void {
  if (head.seq < verified.seq)
    throw new BrokenChainError(
      `Entry ${head.seq + 1} was added past the end of the chain, or its head was set back.`,
    );
  if (head.hash !== verified.hash) {
    throw new BrokenChainError(
      `The head of the chain is not the hash of entry ${verified.seq}: one of the two was changed.`,
    );
  }
}

function assertCheckpoint(checkpoint: ChainHead, verified: ChainHead): void {
  if (checkpoint.hash === verified.hash) return;
  throw new BrokenChainError(
    `Entry ${checkpoint.seq} has the hash ${verified.hash}, not the hash of your checkpoint: the chain was rewritten at or before this entry.`,
  );
}

function assertCheckpointReached(checkpoint: ChainHead, verified: ChainHead): void {
  if (checkpoint.seq === GENESIS_HEAD.seq) assertCheckpoint(checkpoint, GENESIS_HEAD);
  else if (checkpoint.seq > verified.seq)
    throw new BrokenChainError(
      `Entry ${checkpoint.seq} is missing: it is your checkpoint, but the chain ends at ${verified.seq}.`,
    );
}

function missingHeadError(verifier: ChainVerifier): Error {
  if (verifier.entries === 0)
    return new ChainNotStartedError(
      'No audit trail found: the audit service has never run on this database.',
    );
  if (verifier.entries === verifier.unhashed) {
    return new ChainNotStartedError(
      `The ${verifier.entries} entries are older than the hash chain, which begins when the audit service starts.`,
    );
  }
  return new BrokenChainError(
    `The head of the chain is missing; ${verifier.head.seq} is the last entry that is there.`,
  );
}
