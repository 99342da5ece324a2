/**
 * How the staged changes of other services ended: moved or given up, whichever is written first, for ever. One row a change, never removed:
 * a service that was away for long must not be told that what it wrote is not needed.
 */
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';

interface MoveOutcomeRecord {
  /** The id of the change. */
  _id: string;
  moved: boolean;
}

const schema = new Schema<MoveOutcomeRecord>(
  { _id: String, moved: Boolean },
  { collection: 'stage_outcomes', versionKey: false },
);

export class DraftMoveOutcomes {
  readonly #outcomes: Model<MoveOutcomeRecord>;

  constructor(connection: Connection) {
    this.#outcomes = connection.model<MoveOutcomeRecord>('StageOutcome', schema);
  }

  /** In the transaction that moves the pointers. @throws a duplicate-key error for a change that was given up */
  async recordMoved(changeId: string, session: ClientSession): Promise<void> {
    await this.#outcomes.insertMany([{ _id: changeId, moved: true }], { session });
  }

  /** Whether the pointers moved. If they have not by now, they never will. */
  async settle(changeId: string): Promise<boolean> {
    try {
      await this.#outcomes.insertMany([{ _id: changeId, moved: false }]);
      return false;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.#outcomes.findById(changeId).lean<MoveOutcomeRecord>())?.moved === true;
    }
  }
}
