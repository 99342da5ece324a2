/**
 * Progress lines of the long steps of a script, such as `title … done in 3 s`, and the form of durations and counts
 * in what scripts print.
 */

/** Runs a long step and prints `title … done in 3 s`, or `title … failed` before passing the error on. */
export async function runStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  process.stdout.write(`${title} … `);
  try {
    const result = await work();
    process.stdout.write(`done in ${formatSeconds(performance.now() - began)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/** Between two percentages that are printed: a shorter step prints none. */
const SHARE_INTERVAL_MS = 5_000;

/** Runs a step whose size is known; `work` calls `count` for each part that is done. */
export type CountedStep = <T>(
  title: string,
  total: number,
  work: (count: () => void) => Promise<T>,
) => Promise<T>;

/** Runs a step; a long one also prints the share that is done, in percent. */
export const runCountedStep: CountedStep = (title, total, work) => {
  let done = 0;
  let lastPrinted = performance.now();
  const count = (): void => {
    done += 1;
    if (performance.now() - lastPrinted < SHARE_INTERVAL_MS || done >= total) return;
    lastPrinted = performance.now();
    process.stdout.write(`${Math.floor((100 * done) / total)} % … `);
  };
  return runStep(title, () => work(count));
};

/** `0.4 s` below ten seconds, `12 s` above. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** `1 file`, `1,200 files`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
