/**
 * Starts a garbage collection once buffers received from the network have piled up. Their memory is outside the heap,
 * and V8 would let 64 MB of it pile up before it collects; a collection of the young generation takes a millisecond
 * and frees them.
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
