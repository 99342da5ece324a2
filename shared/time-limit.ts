/** Limits the time of a promise: gives another result when it takes too long. */

/**
 * The result of `work`, or of `whenLate` when it takes longer than `limitMs`. It is not stopped then, and its
 * result is ignored. The timer keeps no process alive. @throws the error of `work`, or of `whenLate`
 */
export function withTimeLimit<T, L>(work: Promise<T>, limitMs: number, whenLate: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
    timer.unref();
  });
  return Promise.race([work, limit.then(whenLate)]).finally(() => clearTimeout(timer));
}
