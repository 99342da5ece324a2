/**
 * Collects the garbage of a thread that was busy and has nothing to do now. V8 collects when something is allocated: an
 * idle service would keep some 200 MB that nobody uses.
 */

const WINDOW_MS = 10_000;
/** Shares of a window in which the event loop worked. */
const BUSY = 0.2;
const IDLE = 0.05;

/**
 * Called with the share of each window in which the event loop worked; collects after the first idle one that follows a
 * busy one. The start of the thread is busy.
 */
export function createIdleGarbageCollection(collect: () => unknown): (busyShare: number) => void {
  let hasGarbage = true;
  return (busyShare) => {
    if (busyShare > BUSY) hasGarbage = true;
    if (busyShare > IDLE || !hasGarbage) return;
    hasGarbage = false;
    collect();
  };
}

/** Does so in this thread from now on. Without `--expose-gc` it does nothing. */
export function collectGarbageWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  const endWindow = createIdleGarbageCollection(() =>
    gc({ type: 'major', flavor: 'last-resort', execution: 'async' }),
  );
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    endWindow(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  }, WINDOW_MS).unref();
}
