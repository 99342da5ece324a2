/**
 * Iterates over the rows of a query, and closes the cursor also where the loop ends early. A mongoose cursor is not
 * closed by `return` or an error: the server would keep it, with its session, for half an hour.
 */

interface Cursor<T> extends AsyncIterable<T> {
  close(): Promise<void>;
}

/** The rows of a cursor, which is closed when the loop over them ends. @throws errors of the database */
export async function* rowsOf<T>(cursor: Cursor<T>): AsyncGenerator<T> {
  try {
    yield* cursor;
  } finally {
    await cursor.close();
  }
}
