/**
 * Child process that writes PDFs for `document-writer.ts`, because its typesetter cannot be interrupted. A document
 * that cannot be written ends the process.
 */
import { type DocumentTask, writeDocument } from '../../documents/document-task.ts';

process.on('message', async (task: DocumentTask) => {
  process.send?.(await writeDocument(task));
  // The memory of the typesetter is that of objects which Node does not know to be large.
  setImmediate(() => globalThis.gc?.());
});
process.on('disconnect', () => process.exit());
