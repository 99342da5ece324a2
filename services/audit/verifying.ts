/** Walks the stored entries along the hash chain, with memory for one batch however many there are, also while more are written. */
import type { Db } from 'mongodb';
import { BEGINNING, Broken, ChainWalk, type Head } from './chain.ts';

export interface Verified {
  entries: number;
  /** Of these, how many are older than the chain. */
  older: number;
  head: Head;
}

/** There is nothing to verify yet. */
export class NoChain extends Error {}

interface Options {
  /** An entry somebody wrote down earlier: it must still be there with this hash. */
  noted?: Head;
  /** Hears how many entries have been walked, after each. */
  onEntry?: (entries: number) => void;
}

/**
 * Verifies the audit trail in this database.
 * @throws Broken naming the first entry that is not as it was written, NoChain for a trail without a chain
 */
export async function verifyTrail(database: Db, { noted, onEntry = () => undefined }: Options = {}): Promise<Verified> {
  const majority = { readConcern: { level: 'majority' } } as const;
  const entries = database.collection<{ _id: number; [member: string]: unknown }>('entries', majority);
  const heads = database.collection<Head & { _id: string; entries: number }>('chain', majority);
  const walk = new ChainWalk();
  /** What an earlier look at the head has promised: reading on afterwards must come that far. */
  let promised = 0;
  for (;;) {
    // The first round reads ids of any type, so that nothing hides behind one.
    const from = walk.entries === 0 ? {} : { _id: { $gt: walk.head.seq } };
    for await (const entry of entries.find(from).sort({ _id: 1 }).batchSize(1_000)) {
      walk.follow(entry);
      if (noted?.seq === walk.head.seq) checkNoted(noted, walk.head);
      onEntry(walk.entries);
    }
    if (walk.head.seq < promised) throw new Broken(`Entry ${walk.head.seq + 1} is missing: the chain goes on to ${promised}.`);
    const head = await heads.findOne({ _id: 'head' });
    if (head === null) throw withoutHead(walk);
    promised = head.seq;
    // Either the service wrote more while we walked, or the last entries are missing: reading on will tell.
    if (promised > walk.head.seq) continue;
    checkHead(head, walk.head);
    if (head.entries !== walk.entries)
      throw new Broken(`The head of the chain counts ${head.entries} entries, not ${walk.entries}: it was changed.`);
    if (noted !== undefined) checkNotedIsThere(noted, walk.head);
    return { entries: walk.entries, older: walk.older, head: walk.head };
  }
}

function checkHead(head: Head, walked: Head): void {
  if (head.seq < walked.seq)
    throw new Broken(`Entry ${head.seq + 1} was added past the end of the chain, or its head was set back.`);
  if (head.hash !== walked.hash) {
    throw new Broken(`The head of the chain is not the hash of entry ${walked.seq}: one of the two was changed.`);
  }
}

function checkNoted(noted: Head, walked: Head): void {
  if (noted.hash === walked.hash) return;
  throw new Broken(
    `Entry ${noted.seq} has the hash ${walked.hash}, not the one noted: it or one before it was rewritten, and the chain after it.`,
  );
}

function checkNotedIsThere(noted: Head, walked: Head): void {
  if (noted.seq === BEGINNING.seq) checkNoted(noted, BEGINNING);
  else if (noted.seq > walked.seq)
    throw new Broken(`Entry ${noted.seq} is missing: it was noted, and the chain ends at ${walked.seq}.`);
}

function withoutHead(walk: ChainWalk): Error {
  if (walk.entries === 0)
    return new NoChain('There is no audit trail here yet: the audit service has never started on this database.');
  if (walk.entries === walk.older) {
    return new NoChain(`The ${walk.entries} entries are older than the hash chain, which begins when the audit service starts.`);
  }
  return new Broken(`The head of the chain is missing; ${walk.head.seq} is the last entry that is there.`);
}
