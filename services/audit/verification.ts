/** Walks the stored entries along the hash chain, with memory for one batch however many there are, also while more are written. */
import type { Db } from 'mongodb';
import { BrokenChainError, type ChainHead, ChainVerifier, GENESIS_HEAD } from './chain.ts';

export interface VerificationResult {
  entries: number;
  /** Of these, how many are older than the chain. */
  unhashed: number;
  head: ChainHead;
}

/** There is nothing to verify yet. */
export class ChainNotStartedError extends Error {}

interface VerificationOptions {
  /** An entry somebody wrote down earlier: it must still be there with this hash. */
  checkpoint?: ChainHead;
  /** Hears how many entries have been walked, after each. */
  onEntry?: (entries: number) => void;
}

/**
 * Verifies the audit trail in this database.
 * @throws Broken naming the first entry that is not as it was written, ChainNotStartedError for a trail without a chain
 */
export async function verifyTrail(
  database: Db,
  { checkpoint, onEntry = () => undefined }: VerificationOptions = {},
): Promise<VerificationResult> {
  const majority = { readConcern: { level: 'majority' } } as const;
  const entries = database.collection<{ _id: number; [member: string]: unknown }>('entries', majority);
  const heads = database.collection<ChainHead & { _id: string; entries: number }>('chain', majority);
  const walk = new ChainVerifier();
  /** What an earlier look at the head has promised: reading on afterwards must come that far. */
  let promised = 0;
  for (;;) {
    // The first round reads ids of any type, so that nothing hides behind one.
    const from = walk.entries === 0 ? {} : { _id: { $gt: walk.head.seq } };
    for await (const entry of entries.find(from).sort({ _id: 1 }).batchSize(1_000)) {
      walk.verifyNext(entry);
      if (checkpoint?.seq === walk.head.seq) assertCheckpoint(checkpoint, walk.head);
      onEntry(walk.entries);
    }
    if (walk.head.seq < promised)
      throw new BrokenChainError(`Entry ${walk.head.seq + 1} is missing: the chain goes on to ${promised}.`);
    const head = await heads.findOne({ _id: 'head' });
    if (head === null) throw missingHeadError(walk);
    promised = head.seq;
    // Either the service wrote more while we walked, or the last entries are missing: reading on will tell.
    if (promised > walk.head.seq) continue;
    assertHead(head, walk.head);
    if (head.entries !== walk.entries)
      throw new BrokenChainError(`The head of the chain counts ${head.entries} entries, not ${walk.entries}: it was changed.`);
    if (checkpoint !== undefined) assertCheckpointReached(checkpoint, walk.head);
    return { entries: walk.entries, unhashed: walk.unhashed, head: walk.head };
  }
}

function assertHead(head: ChainHead, walked: ChainHead): void {
  if (head.seq < walked.seq)
    throw new BrokenChainError(`Entry ${head.seq + 1} was added past the end of the chain, or its head was set back.`);
  if (head.hash !== walked.hash) {
    throw new BrokenChainError(`The head of the chain is not the hash of entry ${walked.seq}: one of the two was changed.`);
  }
}

function assertCheckpoint(noted: ChainHead, walked: ChainHead): void {
  if (noted.hash === walked.hash) return;
  throw new BrokenChainError(
    `Entry ${noted.seq} has the hash ${walked.hash}, not the hash of your checkpoint: the chain was rewritten at or before this entry.`,
  );
}

function assertCheckpointReached(noted: ChainHead, walked: ChainHead): void {
  if (noted.seq === GENESIS_HEAD.seq) assertCheckpoint(noted, GENESIS_HEAD);
  else if (noted.seq > walked.seq)
    throw new BrokenChainError(`Entry ${noted.seq} is missing: it is your checkpoint, but the chain ends at ${walked.seq}.`);
}

function missingHeadError(walk: ChainVerifier): Error {
  if (walk.entries === 0)
    return new ChainNotStartedError('No audit trail found: the audit service has never run on this database.');
  if (walk.entries === walk.unhashed) {
    return new ChainNotStartedError(
      `The ${walk.entries} entries are older than the hash chain, which begins when the audit service starts.`,
    );
  }
  return new BrokenChainError(`The head of the chain is missing; ${walk.head.seq} is the last entry that is there.`);
}
