/** Selection of the rows with the highest or lowest values, in linear time; of equal values the first rows. */

const BUCKETS = 4_096;

/** The `count` rows with the highest values, highest first, or all. No value is negative. */
export function selectHighest(values: Float32Array, rows: Uint32Array, count: number): number[] {
  let highest = 0;
  for (const row of rows) highest = Math.max(highest, values[row] ?? 0);
  const scale = highest === 0 ? 0 : (BUCKETS - 1) / highest;
  const sizes = new Uint32Array(BUCKETS);
  for (const row of rows) {
    const bucket = ((values[row] ?? 0) * scale) | 0;
    sizes[bucket] = (sizes[bucket] ?? 0) + 1;
  }
  let least = BUCKETS - 1;
  for (let found = sizes[least] ?? 0; found < count && least > 0; found += sizes[least] ?? 0) least -= 1;
  const best: number[] = [];
  for (const row of rows) if ((((values[row] ?? 0) * scale) | 0) >= least) best.push(row);
  return best.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b).slice(0, count);
}

/** The `count` rows with the lowest of values from 0 to `largest`, lowest first. */
export function selectLowest(values: Uint16Array, count: number, largest: number): number[] {
  const sizes = new Uint32Array(largest + 1);
  for (const value of values) sizes[value] = (sizes[value] ?? 0) + 1;
  let limit = 0;
  for (let found = sizes[0] ?? 0; found < count && limit < largest; found += sizes[limit] ?? 0) limit += 1;
  const best: number[] = [];
  for (let row = 0; row < values.length; row += 1) if ((values[row] ?? 0) <= limit) best.push(row);
  return best.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b).slice(0, count);
}
