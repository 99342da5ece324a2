/** The one line of an error, or of the output of a program, that a script prints as the reason of a failure. */

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
