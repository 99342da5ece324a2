/** One service in a process of its own, started again when it dies. */

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BufferedOutput } from './buffered-output.ts';
import { EX_CONFIG } from './fatal-error.ts';

/**
 * Options of Node for services, also in `npm start`: the young objects of a busy process would take 134 MB and never give them back; a
 * quarter of that serves as many requests (`npm run dev -- large-list`, `npm run dev -- bench`).
 */
export const SERVICE_OPTIONS = ['--max-semi-space-size=16'] as const;

const START = fileURLToPath(new URL('../start.ts', import.meta.url));
/** What one start compiles the next ones read, without loading a compiler: half the time to start, and 20 MB less in each process. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
const BACK_OFF_MS = [250, 500, 1000, 2000, 5000, 10_000];
const STABLE_MS = 30_000;
/** Its own grace of 20 s and some more. */
const STOP_TIMEOUT_MS = 30_000;

export interface ServiceProcess {
  readonly name: string;
  /** Resolves when it is ready for the first time, with the address of a gateway. */
  readonly ready: Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Runs `scripts/start.ts` for one service until it is stopped.
 * @param onRefused called with its reason when it refuses its configuration: starting it again would not help. Of one that was ready
 * before it is no refusal: what it needs is away for a while.
 */
export function superviseService(name: string, env: NodeJS.ProcessEnv, onRefused: (reason: string) => void): ServiceProcess {
  let child: ChildProcess | null = null;
  let stopping = false;
  const pause = new AbortController();
  const ready = Promise.withResolvers<string | null>();
  let wasReady = false;

  const runOnce = async (): Promise<{ code: number | null; output: BufferedOutput }> => {
    // A group of its own, because Ctrl-C goes to the whole foreground group and all would stop in no order.
    const current = spawn(process.execPath, [...SERVICE_OPTIONS, START], {
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env, SERVICES: name },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = current;
    const output = new BufferedOutput(name, current);
    current.on('message', (message) => {
      wasReady = true;
      output.passThrough();
      ready.resolve((message as { address: string | null }).address);
    });
    return new Promise((resolve) => {
      // One that cannot be started at all may have nothing but an error.
      current.once('error', () => resolve({ code: null, output }));
      current.once('close', (code) => resolve({ code, output }));
    });
  };

  const kept = (async () => {
    for (let deaths = 0; !stopping; deaths++) {
      const began = performance.now();
      const { code, output } = await runOnce();
      const isRefused = code === EX_CONFIG && !wasReady;
      if (stopping || isRefused) output.discard();
      if (stopping) return;
      if (isRefused) return onRefused(output.lastError);
      output.passThrough();
      if (performance.now() - began > STABLE_MS) deaths = 0;
      const wait = BACK_OFF_MS[Math.min(deaths, BACK_OFF_MS.length - 1)] ?? 0;
      console.log(`[${name}] ended (${code ?? 'killed'}), restarting in ${wait / 1000} s.`);
      await delay(wait, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  })();

  const stop = async (): Promise<void> => {
    stopping = true;
    pause.abort();
    child?.kill('SIGTERM');
    const forced = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await kept;
    clearTimeout(forced);
  };
  return { name, ready: ready.promise, stop };
}
