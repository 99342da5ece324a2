/**
 * Type of the function that prints a step of the demo (`ReportStep`), the check of a condition
 * (`assertStep`), and the type of an administrator's credentials, which the fuzzer and the end-to-end test
 * by MCP tools use too.
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
