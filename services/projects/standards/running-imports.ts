/**
 * Register of the imports of standards that are running. An import reads a standard before it writes the
 * draft; a deletion of the standard in between must see that it is not finished.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { MAX_CALL_DURATION_MS } from '../../../shared/kernel/bus/call-timeouts.ts';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

interface RunningImportRecord {
  _id: string;
  standard_id: number;
  /** After this time it is over in any case, e.g. because its process was killed. */
  ends_by: Date;
}

const runningImportCollection = defineCollection<RunningImportRecord>('running_imports', [
  [{ standard_id: 1, ends_by: 1 }],
  [{ ends_by: 1 }, { expireAfterSeconds: 0 }],
]);

export class RunningImports extends Records<RunningImportRecord> {
  constructor(connection: Connection) {
    super(runningImportCollection(connection));
  }

  /** Runs an import, which is registered before it reads the standard. */
  async run<T>(standardId: number, work: () => Promise<T>): Promise<T> {
    const _id = randomUUID();
    const ends_by = new Date(Date.now() + MAX_CALL_DURATION_MS);
    await this.insert(null, { _id, standard_id: standardId, ends_by });
    try {
      return await work();
    } finally {
      await this.model.deleteOne({ _id });
    }
  }

  /** Whether an import of this standard is running. */
  async has(standardId: number): Promise<boolean> {
    const running = { standard_id: standardId, ends_by: { $gt: new Date() } };
    return (await this.model.exists(running)) !== null;
  }
}
