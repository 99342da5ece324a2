/** Types and the check shared by the steps of the demo. `ReportStep` prints a step in one line. */
export type ReportStep = (title: string, detail: string) => void;

export interface Administrator {
  email: string;
  password: string;
}

/** @throws Error naming the expectation when it does not hold */
export function assertStep(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`Check failed: ${expectation}`);
}
