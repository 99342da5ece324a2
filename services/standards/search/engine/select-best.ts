/** Selection of the indexes of about the `count` highest or lowest values of an array, in linear time. */

const BUCKETS = 4_096;

/** The indexes of at least the `count` highest values above 0, or of all; more where values are close. */
export function selectHighest(values: Float32Array, count: number): number[] {
  let highest = 0;
  for (let at = 0; at < values.length; at += 1) highest = Math.max(highest, values[at] ?? 0);
  if (highest === 0) return [];
  const scale = (BUCKETS - 1) / highest;
  const sizes = new Uint32Array(BUCKETS);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > 0) sizes[(value * scale) | 0] = (sizes[(value * scale) | 0] ?? 0) + 1;
  }
  let bucket = BUCKETS - 1;
  for (let found = sizes[bucket] ?? 0; found < count && bucket > 0; found += sizes[bucket] ?? 0) bucket -= 1;
  const best: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > 0 && ((value * scale) | 0) >= bucket) best.push(at);
  }
  return best;
}

/** The indexes of at least the `count` lowest of values from 0 to `largest`. */
export function selectLowest(values: Uint16Array, count: number, largest: number): number[] {
  const sizes = new Uint32Array(largest + 1);
  for (let at = 0; at < values.length; at += 1) sizes[values[at] ?? 0] = (sizes[values[at] ?? 0] ?? 0) + 1;
  let limit = 0;
  for (let found = sizes[0] ?? 0; found < count && limit < largest; found += sizes[limit] ?? 0) limit += 1;
  const best: number[] = [];
  for (let at = 0; at < values.length; at += 1) if ((values[at] ?? 0) <= limit) best.push(at);
  return best;
}
