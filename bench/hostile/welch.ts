/** Welch's t-test as dudect uses it: above 5 two timings are likely told apart, above 10 surely (hardening H1, H30). */

export interface TimingSamples {
  first: number[];
  second: number[];
}

interface Verdict {
  t: number;
  /** Means of both, in microseconds. */
  means: [number, number];
}

/** The t of two samples. @param keep the share of the fastest that counts: the slowest are the machine's, not the program's */
export function welchTest({ first, second }: TimingSamples, keep = 1): Verdict {
  const all = [...first, ...second].sort((one, other) => one - other);
  const limit = all[Math.min(all.length - 1, Math.floor(all.length * keep))] ?? Number.POSITIVE_INFINITY;
  const [a, b] = [first, second].map((sample) => describe(sample.filter((value) => value <= limit)));
  if (!a || !b) throw new Error('nothing was measured');
  return { t: (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count), means: [a.mean, b.mean] };
}

function describe(sample: number[]): { count: number; mean: number; variance: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1);
  return { count: sample.length, mean, variance };
}

/**
 * Measures two ways to ask in random order, so that whatever the machine does meanwhile falls on both alike.
 * @param lanes how many pairs are asked at a time
 */
export async function measurePairs(
  count: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  lanes = 1,
): Promise<TimingSamples> {
  const timings: TimingSamples = { first: [], second: [] };
  const time = async (ask: () => Promise<unknown>): Promise<number> => {
    const began = process.hrtime.bigint();
    await ask();
    return Number(process.hrtime.bigint() - began) / 1_000;
  };
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      if (Math.random() < 0.5) {
        timings.first.push(await time(first));
        timings.second.push(await time(second));
      } else {
        timings.second.push(await time(second));
        timings.first.push(await time(first));
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return timings;
}
