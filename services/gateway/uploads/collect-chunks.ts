/**
 * Collection of the chunks of an upload after they were stored. Chunks are memory outside the
 * heap, of which V8 lets 64 MB pile up before it looks for garbage; a collection of the young generation takes a
 * millisecond and frees them.
 */
import type { Readable } from 'node:stream';

/** Four times as much is in memory at most, with the buffers of the streams. */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * Collects after every eight megabytes that the source gives. To be called before the source flows; the source
 * keeps the pace of its other readers. Without `--expose-gc` nothing is collected.
 */
export function collectChunksOf(source: Readable, collect = globalThis.gc): void {
  if (!collect) return;
  let received = 0;
  source.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received < COLLECT_EVERY_BYTES) return;
    received = 0;
    collect({ type: 'minor' });
  });
}
