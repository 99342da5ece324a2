/** Lint and type check, each counted as one test. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type FileResult, ROOT } from './run-file.ts';

/** Runs one of the tools of this repository; what it writes is the reason of a failure. */
export async function runCheck(name: string, script: string, args: readonly string[]): Promise<FileResult> {
  const began = performance.now();
  let output = '';
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcome = code === 0 ? 'passed' : 'failed';
  return {
    file: name,
    outcomes: [{ name, outcome, reason: output.trim() }],
    milliseconds: performance.now() - began,
    output: '',
  };
}
