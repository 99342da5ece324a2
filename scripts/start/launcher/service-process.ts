/**
 * Process of one service for `npm run start:split`: started, restarted with growing waits when it ends, and
 * stopped; a rejected configuration is reported instead. Also the options of Node for every service
 * process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GRACE_SECONDS } from '../../../shared/kernel/node/shutdown-times.ts';
import { BufferedOutput } from './buffered-output.ts';
import { EX_CONFIG } from './fatal-error.ts';

/**
 * Options of Node for services, also in `npm start`. By default the young generation of a busy process grows
 * to 134 MB and is never released; a quarter of that serves as many requests (`npm run dev -- large-list`,
 * `npm run dev -- bench`). The second lets received buffers be collected early
 * (`shared/buffer-garbage-collection.ts`).
 */
export const SERVICE_OPTIONS = ['--max-semi-space-size=16', '--expose-gc'] as const;

const START = fileURLToPath(new URL('../start.ts', import.meta.url));
/** Cache of stripped sources: halves the time to start, and saves 20 MB in each process. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url));
/** Variables for every service process, also in `npm start`. */
export const SERVICE_ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILE_CACHE } as const;
/**
 * For glibc: buffers of more than 128 KB go back to the system when they are freed. Else its threshold grows with the
 * largest of them, up to 32 MB, and a process keeps what a few messages of megabytes once took.
 */
const RETURN_LARGE_BUFFERS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
const BACK_OFF_MS = [250, 500, 1000, 2000, 5000, 10_000];
const STABLE_MS = 30_000;

export interface ServiceProcess {
  readonly name: string;
  /** Resolves when the service is ready for the first time, with the URL of a gateway. */
  readonly ready: Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Runs `scripts/start/start.ts` for one service until it is stopped.
 * @param onRefused called with the reason when the service rejects its configuration, so that a restart would
 * not help. After it was ready once, the same error means a temporary outage.
 */
export function superviseService(
  name: string,
  env: NodeJS.ProcessEnv,
  onRefused: (reason: string) => void,
): ServiceProcess {
  let child: ChildProcess | null = null;
  let stopping = false;
  const pause = new AbortController();
  const ready = Promise.withResolvers<string | null>();
  let wasReady = false;

  const runOnce = async (): Promise<{ code: number | null; output: BufferedOutput }> => {
    // Ctrl-C goes to the whole foreground group and would stop all services in no order.
    const current = spawn(process.execPath, [...SERVICE_OPTIONS, START], {
      env: { ...SERVICE_ENVIRONMENT, ...RETURN_LARGE_BUFFERS, ...env, SERVICES: name },
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
      // A process that cannot be spawned emits no `close`.
      current.once('error', () => resolve({ code: null, output }));
      current.once('close', (code) => resolve({ code, output }));
    });
  };

  const supervision = (async () => {
    for (let crashes = 0; !stopping; crashes++) {
      const began = performance.now();
      const { code, output } = await runOnce();
      const isRefused = code === EX_CONFIG && !wasReady;
      if (stopping || isRefused) output.discard();
      if (stopping) return;
      if (isRefused) return onRefused(output.lastError);
      output.passThrough();
      if (performance.now() - began > STABLE_MS) crashes = 0;
      const wait = BACK_OFF_MS[Math.min(crashes, BACK_OFF_MS.length - 1)] ?? 0;
      console.log(`[${name}] ended (${code ?? 'killed'}), restarting in ${wait / 1000} s.`);
      await delay(wait, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  })();

  const stop = async (): Promise<void> => {
    stopping = true;
    pause.abort();
    child?.kill('SIGTERM');
    const forced = setTimeout(() => child?.kill('SIGKILL'), GRACE_SECONDS * 1000);
    await supervision;
    clearTimeout(forced);
  };
  return { name, ready: ready.promise, stop };
}
