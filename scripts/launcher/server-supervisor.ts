/** A server of our own, started again when it ends unasked; its clients reconnect by themselves. */
import { runStep } from '../embedded-servers/progress.ts';

interface SupervisedServer {
  /** Resolves when it has ended, asked to or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface SupervisorOptions<S> {
  /** As people call it. */
  name: string;
  /** Starts it, again where it ran before. */
  start: (before: S | null) => Promise<S>;
  /** Called when it cannot be kept running. */
  onLost: (error: unknown) => void;
  /** What to say of one that keeps ending. */
  advice?: string;
}

/** One that dies more often than this, with no calm in between, is not started again. */
const MAX_RESTARTS = 3;
const STABLE_MS = 60_000;

/** Starts a server and keeps it running until it is stopped. @returns the first one */
export async function superviseServer<S extends SupervisedServer>({
  name,
  start,
  onLost,
  advice = '',
}: SupervisorOptions<S>): Promise<{
  first: S;
  stop(): Promise<void>;
}> {
  let stopping = false;
  const first = await runStep(`Starting ${name}`, () => start(null));
  let current = first;
  void (async () => {
    for (let restarts = 0; ; restarts++) {
      const began = performance.now();
      await current.ended;
      if (stopping) return;
      if (performance.now() - began > STABLE_MS) restarts = 0;
      if (restarts >= MAX_RESTARTS) throw new Error(`${name} keeps crashing.${advice}`);
      current = await runStep(`${name} exited unexpectedly, restarting it`, () => start(current));
      if (stopping) await current.stop();
    }
  })().catch(onLost);
  const stop = async (): Promise<void> => {
    stopping = true;
    await current.stop();
  };
  return { first, stop };
}
