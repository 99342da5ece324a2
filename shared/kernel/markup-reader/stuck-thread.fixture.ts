/** A reading thread that some texts keep for ever, take all memory of, or end; all others it reads as `reader-thread.ts` does. */
import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './reader.ts';
import { parseText, reportText } from './reader-task.ts';

parentPort?.on('message', (task: Task) => {
  if (task.text.startsWith('# Endless')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (task.text.startsWith('# Hungry')) for (const all: string[][] = []; ; ) all.push(task.text.split(''));
  if (task.text.startsWith('# Deadly')) process.exit(1);
  const answer: Answer =
    task.kind === 'report' ? { kind: 'report', outcome: reportText(task) } : { kind: 'parse', outcome: parseText(task) };
  parentPort?.postMessage(answer);
});
