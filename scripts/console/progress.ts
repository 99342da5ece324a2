/**
 * For all scripts: progress line of a long step (`title … done in 3 s`, `runStep`), formatted durations,
 * and the most useful line of an error (`firstErrorLine`).
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

/** `0.4 s` below ten seconds, `12 s` above. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** The most useful line of an error or of a program's output. */
export function firstErrorLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const lines = text.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /error|not found|cannot/i.test(line)) ??
    lines.find((line) => line !== '') ??
    'unknown reason'
  );
}
