/** Calls a function on a shutdown request: SIGINT, SIGTERM, SIGHUP, or the end of the parent process. */

/** npm repeats a Ctrl-C that the terminal has sent to all processes: both count as one. */
const SAME_REQUEST_MS = 1000;
const PARENT_POLL_MS = 500;

/** Calls `first` on the first shutdown request and `again` on a later one. */
export function onShutdownRequest({ first, again }: { first: () => void; again: () => void }): void {
  let since: number | null = null;
  const onRequest = (): void => {
    if (since === null) {
      since = performance.now();
      first();
    } else if (performance.now() - since > SAME_REQUEST_MS) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onRequest);
  // The supervisor has died: nobody else would stop this process.
  process.once('disconnect', onRequest);
  if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') onParentExit(onRequest);
}

/** Watches for the end of npm, which cannot forward a kill -9. */
function onParentExit(onExit: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    onExit();
  }, PARENT_POLL_MS);
  poll.unref();
}
