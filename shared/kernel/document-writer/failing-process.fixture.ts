/**
 * Test fixture for `document-writer.ts`: a child process that hangs, fills its memory or exits, by the name of the
 * document.
 */
import type { DocumentTask } from '../../documents/document-task.ts';

process.on('message', ({ source }: DocumentTask) => {
  const { name } = source.head;
  if (name === 'Endless') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (name === 'Hungry') for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(16 * 1024 * 1024, 1));
  if (name === 'Deadly') process.exit(1);
  process.send?.(Buffer.from(name === 'Environment' ? Object.keys(process.env).join() : name));
});
