/** npm passes a Ctrl-C on that the terminal has sent to everybody already: both count as one. */
const SAME_REQUEST_MS = 1000;
const PARENT_POLL_MS = 500;

/** Calls `first` when somebody wants this process to stop, `again` when somebody insists. */
export function onShutdownRequest({ first, again }: { first: () => void; again: () => void }): void {
  let since: number | null = null;
  const asked = (): void => {
    if (since === null) {
      since = performance.now();
      first();
    } else if (performance.now() - since > SAME_REQUEST_MS) {
      again();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked);
  // Started by a supervisor that has died: nobody would stop this process any more.
  process.once('disconnect', asked);
  if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') onParentExit(asked);
}

/** A killed npm cannot pass a signal on; its death is the signal then. */
function onParentExit(lost: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    lost();
  }, PARENT_POLL_MS);
  poll.unref();
}
