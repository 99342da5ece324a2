/**
 * Child process of a server, which ends with its parent but not by a Ctrl-C in the terminal. Also a free
 * port, whether a port accepts connections, and retries until a server has started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

/** How long a server may take to start or to stop. */
export const DEFAULT_TIMEOUT_MS = 30_000;

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Sends SIGTERM, and SIGKILL after `timeout` milliseconds. */
  stop(timeout?: number): Promise<void>;
}

interface LaunchOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Receives stdout and stderr. */
  readonly output?: (text: string) => void;
}

/** Starts a program in its own process group. */
export async function launchServer({
  program,
  args,
  env,
  cwd,
  output,
}: LaunchOptions): Promise<ServerProcess> {
  // Ctrl-C goes to the whole foreground group and would stop the database before its clients.
  const child = spawn(program, [...args], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', output ? 'pipe' : 'ignore', output ? 'pipe' : 'ignore'],
    windowsHide: true,
    env: env ?? process.env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => output?.(text));
  }
  const guardian = spawnGuardian(pid);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      guardian?.kill('SIGKILL');
      resolve();
    });
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (timeout = DEFAULT_TIMEOUT_MS): Promise<void> => {
    if (hasEnded()) return;
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), timeout);
    await ended;
    clearTimeout(forced);
  };
  return { pid, ended, hasEnded, stop };
}

/**
 * A shell that stops the server when this process ends: the system then closes the pipe, even after a kill
 * -9.
 */
function spawnGuardian(pid: number): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const guardian = spawn('/bin/sh', ['-c', 'read -r _; kill -TERM "$0" 2>/dev/null', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.on('error', () => undefined);
  guardian.stdin?.on('error', () => undefined);
  guardian.unref();
  if (guardian.stdin && 'unref' in guardian.stdin && typeof guardian.stdin.unref === 'function')
    guardian.stdin.unref();
  return guardian;
}

/** A free port of 127.0.0.1; `preferred` if that is free. */
export async function findFreePort(preferred = 0): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(preferred, '127.0.0.1', () => {
        const address = probe.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  } catch {
    return findFreePort();
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Resolves when a server accepts connections on a port of 127.0.0.1. @throws the connection error */
export function isListening(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/**
 * Retries `work` until it succeeds. @throws its last error when the server has ended, or after `timeout`
 * milliseconds
 */
export async function retryWhileRunning<T>(
  server: ServerProcess,
  work: () => Promise<T>,
  timeout = DEFAULT_TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (server.hasEnded() || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
