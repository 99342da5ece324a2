/**
 * Shared by the steps of the demo: the type of the function that prints a step in one line (`ReportStep`),
 * the check of a condition (`assertStep`), and credentials of an administrator.
 */
export type ReportStep = (title: string, detail: string) => void;

export interface Administrator {
  email: string;
  password: string;
}

/** @throws Error naming the expectation when it does not hold */
export function assertStep(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`Check failed: ${expectation}`);
}
