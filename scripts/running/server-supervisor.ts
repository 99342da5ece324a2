/** A server of our own, started again when it ends unasked; its clients reconnect by themselves. */
import { step } from '../back-ends/progress.ts';

interface Server {
  /** Resolves when it has ended, asked to or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface Supervision<S> {
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
const RESTARTS = 3;
const CALM_MS = 60_000;

/** Starts a server and keeps it running until it is stopped. @returns the first one */
export async function superviseServer<S extends Server>({
  name,
  start,
  onLost,
  advice = '',
}: Supervision<S>): Promise<{
  first: S;
  stop(): Promise<void>;
}> {
  let stopping = false;
  const first = await step(`Starting ${name}`, () => start(null));
  let current = first;
  void (async () => {
    for (let restarts = 0; ; restarts++) {
      const began = performance.now();
      await current.ended;
      if (stopping) return;
      if (performance.now() - began > CALM_MS) restarts = 0;
      if (restarts >= RESTARTS) throw new Error(`${name} keeps ending.${advice}`);
      current = await step(`${name} ended unasked, starting it again`, () => start(current));
      if (stopping) await current.stop();
    }
  })().catch(onLost);
  const stop = async (): Promise<void> => {
    stopping = true;
    await current.stop();
  };
  return { first, stop };
}
