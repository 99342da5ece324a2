/**
 * Garbage collection of received buffers that nothing needs any more. They are memory outside the heap, of which V8
 * lets 64 MB pile up before it looks for garbage; a collection of the young generation takes a millisecond and frees
 * them.
 */

/** Four times as much is in memory at most, with the buffers of the streams. */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * A function to be called with the size of each buffer after its use; it collects garbage after every eight megabytes.
 * Without `--expose-gc` it does nothing.
 */
export function createBufferGarbageCollection(collect = globalThis.gc): (bytes: number) => void {
  if (!collect) return () => undefined;
  let used = 0;
  return (bytes) => {
    used += bytes;
    if (used < COLLECT_EVERY_BYTES) return;
    used = 0;
    collect({ type: 'minor' });
  };
}
