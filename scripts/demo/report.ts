/** What a step of the demonstration is given, says and promises. */

/** One line of the summary: what was done and what it showed. */
export type ReportStep = (title: string, detail: string) => void;

export interface Administrator {
  email: string;
  password: string;
}

/** A step failed in what it promised, not in its transport. */
export function assertPromise(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Error(`Check failed: ${promise}`);
}
