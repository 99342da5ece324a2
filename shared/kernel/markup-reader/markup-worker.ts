/** Worker thread of `markup-reader.ts`: runs each task that it receives and posts the result. */
import { parentPort } from 'node:worker_threads';
import type { ReaderResult, ReaderTask } from './markup-reader.ts';
import { parseText, validateText } from './markup-tasks.ts';

parentPort?.on('message', (task: ReaderTask) => {
  const result: ReaderResult =
    task.kind === 'report'
      ? { kind: 'report', result: validateText(task) }
      : { kind: 'parse', result: parseText(task) };
  parentPort?.postMessage(result);
});
