/**
 * Store of the outcomes of draft moves, moved or abandoned; the first record is final. They are never removed: a
 * service that was down for long must not take a move for abandoned and remove its records.
 */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

interface MoveOutcomeRecord {
  /** The id of the change. */
  _id: string;
  moved: boolean;
}

const outcomeCollection = defineCollection<MoveOutcomeRecord>('draft_move_outcomes');

export class DraftMoveOutcomes extends Records<MoveOutcomeRecord> {
  constructor(connection: Connection) {
    super(outcomeCollection(connection));
  }

  /**
   * Records the move in the transaction that moves the pointers. @throws a duplicate-key error for an
   * abandoned change
   */
  recordMoved(changeId: string, session: ClientSession): Promise<void> {
    return this.insert(session, { _id: changeId, moved: true });
  }

  /** Whether the pointers moved; if they have not moved yet, they never will. */
  async settle(changeId: string): Promise<boolean> {
    try {
      await this.insert(null, { _id: changeId, moved: false });
      return false;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.findById(changeId))?.moved === true;
    }
  }
}
