/** Test fixture: starts a program of this repository and collects all that it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterTest } from '../../../test/after-test.ts';
import { programEnvironment } from '../../../test/program-environment.ts';

export interface StartedProgram {
  child: ChildProcess;
  /** What it has printed until now, on both streams. */
  output(): string;
  /** Resolves when it has ended and all of its output is read. */
  ended: Promise<unknown>;
}

/**
 * Starts a script in Node, and kills it when the test is over.
 * @param env its whole environment besides that of all programs
 */
export function startProgram(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): StartedProgram {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...programEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close');
  afterTest(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, ended };
}
