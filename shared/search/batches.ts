/**
 * Batches of an asynchronous source for a slower consumer: each has all items that arrived while the batch
 * before was processed.
 */

/** Ends and fails as the source does. */
export async function* inBatches<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  let arrived: T[] = [];
  let isOver = false;
  let arrival = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    for await (const item of source) {
      arrived.push(item);
      arrival.resolve();
    }
  };
  const reading = read().finally(() => {
    isOver = true;
    arrival.resolve();
  });
  // Its error is thrown below, after what came before it.
  reading.catch(() => undefined);
  while (!isOver || arrived.length > 0) {
    await arrival.promise;
    arrival = Promise.withResolvers();
    const batch = arrived;
    arrived = [];
    if (batch.length > 0) yield batch;
    if (isOver || arrived.length > 0) arrival.resolve();
  }
  await reading;
}
