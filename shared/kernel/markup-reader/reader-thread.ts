/** The thread that reads long texts, one after the other. */
import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './reader.ts';
import { parseText, reportText } from './reader-task.ts';

parentPort?.on('message', (task: Task) => {
  const answer: Answer =
    task.kind === 'report' ? { kind: 'report', outcome: reportText(task) } : { kind: 'parse', outcome: parseText(task) };
  parentPort?.postMessage(answer);
});
