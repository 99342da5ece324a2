/**
 * Type of a migration, which changes stored records from one version of the data to the next; `recordMigration`
 * builds one that changes them one by one. `data-version.ts` runs them.
 */

/** What a migration gets while it runs. */
interface MigrationRun {
  /** Aborted when another node has taken over. */
  signal: AbortSignal;
  /** Counts a changed record, for the progress. */
  countChange(): void;
}

export interface Migration {
  /** What it adds or changes, e.g. `citations of standards`. */
  title: string;
  /**
   * Changes what still has the old shape. Repeatable: after an interruption it goes on with the records that
   * are left, and for a moment two nodes may run it.
   */
  run(run: MigrationRun): Promise<void>;
}

interface RecordMigration<T> {
  title: string;
  /** The records of the old shape. */
  listOld: () => AsyncIterable<T>;
  /** Changes one record, if it still has the old shape. */
  change: (record: T) => Promise<unknown>;
}

/** A migration that changes records one by one. */
export function recordMigration<T>({ title, listOld, change }: RecordMigration<T>): Migration {
  return {
    title,
    async run({ signal, countChange }) {
      for await (const record of listOld()) {
        signal.throwIfAborted();
        await change(record);
        countChange();
      }
    },
  };
}
