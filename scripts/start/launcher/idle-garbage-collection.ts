/**
 * Collects the garbage of a process that was busy and has nothing to do now. V8 collects when something is allocated: an
 * idle service would keep some 200 MB that nobody uses.
 */

const WINDOW_MS = 10_000;
/** Shares of a window in which the event loop worked. */
const BUSY = 0.2;
const IDLE = 0.05;

/**
 * Looks at the event loop in windows, and collects after the first idle one that follows a busy one. The start of the
 * process is busy. Without `--expose-gc` it does nothing.
 */
export function collectGarbageWhenIdle(
  collect: NodeJS.GCFunction | undefined = globalThis.gc,
  windowMs = WINDOW_MS,
): NodeJS.Timeout | null {
  if (!collect) return null;
  let before = performance.eventLoopUtilization();
  let hasGarbage = true;
  return setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > BUSY) hasGarbage = true;
    if (utilization > IDLE || !hasGarbage) return;
    hasGarbage = false;
    void collect({ type: 'major', flavor: 'last-resort', execution: 'async' });
  }, windowMs).unref();
}
