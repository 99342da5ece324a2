/**
 * Markup worker for the tests of `markup-reader.ts`: it hangs, runs out of memory or exits on certain texts,
 * and parses all others like `markup-worker.ts`. It compares none.
 */
import { parentPort } from 'node:worker_threads';
import type { ReaderResult, ReaderTask } from './markup-reader.ts';
import { parseText, validateText } from './markup-tasks.ts';

parentPort?.on('message', (task: ReaderTask) => {
  if (task.kind === 'diff' || task.kind === 'follow') throw new Error('this worker compares nothing');
  if (task.text.startsWith('# Endless')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (task.text.startsWith('# Hungry')) for (const all: string[][] = []; ; ) all.push(task.text.split(''));
  if (task.text.startsWith('# Deadly')) process.exit(1);
  const response: ReaderResult =
    task.kind === 'report'
      ? { kind: 'report', result: validateText(task) }
      : { kind: 'parse', result: parseText(task) };
  parentPort?.postMessage(response);
});
