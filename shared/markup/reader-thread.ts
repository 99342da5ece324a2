/** The thread that reads long texts, one after the other. */
import { parentPort } from 'node:worker_threads';
import type { Answer, Question } from './reader.ts';
import { parseText, reportText } from './reader-task.ts';

parentPort?.on('message', ({ id, task }: Question) => {
  const answer: Answer =
    task.kind === 'report' ? { id, kind: 'report', outcome: reportText(task) } : { id, kind: 'parse', outcome: parseText(task) };
  parentPort?.postMessage(answer);
});
