/** Test fixture: runs `npm run backup` and `npm run restore` as an operator does, in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../../test/program-environment.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface CommandOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program of `scripts`. @param watch called with the process, and its output whenever it grows */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  watch: (child: ChildProcess, stdout: string) => void = () => undefined,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [`scripts/${program}`, ...args], {
    cwd: ROOT,
    env: { ...programEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: CommandOutcome = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    outcome.stdout += chunk.toString('utf8');
    watch(child, outcome.stdout);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    outcome.stderr += chunk.toString('utf8');
  });
  await once(child, 'close');
  return { ...outcome, code: child.exitCode };
}
