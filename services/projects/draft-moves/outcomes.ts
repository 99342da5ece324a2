/**
 * Records, once for each move of draft pointers that another service waits for, whether it was done or abandoned.
 * Records are kept for ever: a service that recovers late asks for the outcome, and without the record would roll back
 * a move that was done.
 */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

interface MoveOutcomeRecord {
  /** The `change_id` of the move. */
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
   * abandoned move
   */
  recordMoved(changeId: string, session: ClientSession): Promise<void> {
    return this.insert(session, { _id: changeId, moved: true });
  }

  /** Abandons the move unless it was done. @returns whether it was done */
  async abandonUnlessMoved(changeId: string): Promise<boolean> {
    try {
      await this.insert(null, { _id: changeId, moved: false });
      return false;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.findById(changeId))?.moved === true;
    }
  }
}
