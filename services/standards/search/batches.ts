/** What comes while the last of it is still worked on, taken together. */

/**
 * The items of a source in batches: each has what has come since the one before was taken, so that whoever is
 * slower than the source need not take every item by itself. Ends and fails as the source does.
 */
export async function* inBatches<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  let arrived: T[] = [];
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    for await (const item of source) {
      arrived.push(item);
      news.resolve();
    }
  };
  const reading = read().finally(() => {
    isOver = true;
    news.resolve();
  });
  // Its error is thrown below, after what came before it.
  reading.catch(() => undefined);
  while (!isOver || arrived.length > 0) {
    await news.promise;
    news = Promise.withResolvers();
    const batch = arrived;
    arrived = [];
    if (batch.length > 0) yield batch;
    if (isOver || arrived.length > 0) news.resolve();
  }
  await reading;
}
