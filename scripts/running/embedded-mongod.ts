import { type Mongod, startMongod } from '../back-ends/mongod.ts';
import { step } from '../back-ends/progress.ts';

export interface EmbeddedMongod {
  readonly uri: string;
  stop(): Promise<void>;
}

/** One that dies more often than this, with no calm in between, is not started again. */
const RESTARTS = 3;
const CALM_MS = 60_000;

/**
 * Starts mongod on a folder and starts it again when it dies; its clients reconnect by themselves.
 * @param onLost called when it cannot be kept running
 */
export async function keepMongod(dbPath: string, onLost: (error: unknown) => void): Promise<EmbeddedMongod> {
  let stopping = false;
  let current: Mongod = await step('Starting MongoDB', () => startMongod({ dbPath }));
  const { uri } = current;
  const port = Number(new URL(uri).port);
  void (async () => {
    for (let restarts = 0; ; restarts++) {
      const began = performance.now();
      await current.ended;
      if (stopping) return;
      if (performance.now() - began > CALM_MS) restarts = 0;
      if (restarts >= RESTARTS) throw new Error(`MongoDB keeps ending. Its log: ${dbPath}/mongod.log`);
      current = await step('MongoDB ended unasked, starting it again', () => startMongod({ dbPath, port }));
      if (stopping) await current.stop();
    }
  })().catch(onLost);
  const stop = async (): Promise<void> => {
    stopping = true;
    await current.stop();
  };
  return { uri, stop };
}
