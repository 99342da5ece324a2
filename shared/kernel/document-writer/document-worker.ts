/** Worker thread that writes Word files for `document-writer.ts`: takes each document and posts its bytes. */
import { parentPort } from 'node:worker_threads';
import { type DocumentTask, writeDocument } from '../../documents/document-task.ts';

parentPort?.on('message', async (task: DocumentTask) => {
  const bytes = await writeDocument(task);
  parentPort?.postMessage(bytes, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
});
