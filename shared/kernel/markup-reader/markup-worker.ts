/** Worker thread of `markup-reader.ts`: runs each task that it receives and posts the result. */
import { parentPort } from 'node:worker_threads';
import { followTexts } from '../../revisioning/identity/follow-texts.ts';
import { diffLines } from '../../text/line-diff.ts';
import type { ReaderResult, ReaderTask } from './markup-reader.ts';
import { parseText, validateText } from './markup-tasks.ts';

parentPort?.on('message', (task: ReaderTask) => {
  parentPort?.postMessage(run(task));
});

function run(task: ReaderTask): ReaderResult {
  switch (task.kind) {
    case 'report':
      return { kind: 'report', result: validateText(task) };
    case 'parse':
      return { kind: 'parse', result: parseText(task) };
    case 'diff':
      return { kind: 'diff', result: diffLines(task.from, task.to) };
    case 'follow':
      return { kind: 'follow', result: followTexts(task) };
  }
}
