/**
 * Times of two requests sent in random order, and Welch's t-test of them as in dudect: |t| above 5 means
 * that they likely differ, above 10 surely.
 */

export interface TimingSamples {
  first: number[];
  second: number[];
}

interface Verdict {
  t: number;
  /** Means of both, in microseconds. */
  means: [number, number];
}

/**
 * @param fastest the share of the fastest times to test: the slowest are those of the machine, not of the
 * program
 */
export function welchTest({ first, second }: TimingSamples, fastest = 1): Verdict {
  const all = [...first, ...second].sort((x, y) => x - y);
  const limit = all[Math.min(all.length - 1, Math.floor(all.length * fastest))] ?? Number.POSITIVE_INFINITY;
  const [a, b] = [first, second].map((sample) => describe(sample.filter((value) => value <= limit)));
  if (!a || !b) throw new Error('nothing was measured');
  return {
    t: (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count),
    means: [a.mean, b.mean],
  };
}

function describe(sample: number[]): { count: number; mean: number; variance: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1);
  return { count: sample.length, mean, variance };
}

/**
 * Measures two requests in random order, so that disturbances affect both alike.
 * @param concurrency the number of pairs at a time
 */
export async function measurePairs(
  count: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  concurrency = 1,
): Promise<TimingSamples> {
  const timings: TimingSamples = { first: [], second: [] };
  const time = async (request: () => Promise<unknown>): Promise<number> => {
    const startedAt = process.hrtime.bigint();
    await request();
    return Number(process.hrtime.bigint() - startedAt) / 1_000;
  };
  let started = 0;
  const measureOneByOne = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      if (Math.random() < 0.5) {
        timings.first.push(await time(first));
        timings.second.push(await time(second));
      } else {
        timings.second.push(await time(second));
        timings.first.push(await time(first));
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, measureOneByOne));
  return timings;
}
