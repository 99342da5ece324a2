/** Runs one test file in a process of its own and collects what became of its tests. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './events.ts';

export interface FileResult {
  readonly file: string;
  readonly outcomes: readonly Outcome[];
  readonly milliseconds: number;
  /** What its process wrote, the last part of it. */
  readonly output: string;
}

export interface FileRun {
  readonly root: string;
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  /** Further options for node, such as a pattern of test names. */
  readonly options: readonly string[];
  /** A file in which nothing finishes for this long is ended and counts as failed. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

const REPORTER = new URL('events.ts', import.meta.url).href;
const KEPT_OUTPUT = 20_000;

/** The file's own mistakes (it crashes, holds no test, never ends) are failures like any other. */
export async function runFile({ root, file, env, options, patience, signal }: FileRun): Promise<FileResult> {
  const began = performance.now();
  const outcomes: Outcome[] = [];
  let output = '';
  let gaveUp = false;
  const child = spawn(process.execPath, ['--test-reporter', REPORTER, ...options, file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const giveUp = (): void => {
    gaveUp = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(giveUp, patience);
  signal.addEventListener('abort', giveUp, { once: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      output = `${output}${text}`.slice(-KEPT_OUTPUT);
    });
  }
  child.on('message', (message) => {
    timer.refresh();
    outcomes.push(message as Outcome);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  signal.removeEventListener('abort', giveUp);
  const failed = outcomes.some(({ outcome }) => outcome === 'failed');
  const problem = gaveUp
    ? `nothing finished for ${Math.round(patience / 1000)} s: a test hangs, or something was left open`
    : code !== 0 && !failed
      ? `its process ended with ${code ?? 'a signal'}`
      : outcomes.length === 0 && options.length === 0
        ? 'no test in it'
        : null;
  if (problem !== null) outcomes.push({ name: '(the file)', outcome: 'failed', reason: problem });
  return { file, outcomes, milliseconds: performance.now() - began, output };
}

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
