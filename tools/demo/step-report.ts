/**
 * Type of the function that prints a step of the demo (`ReportStep`), the check of a condition
 * (`assertStep`), and the type of a person's credentials (of an administrator the fuzzer and the end-to-end
 * test by MCP tools use them too).
 */
export type ReportStep = (title: string, detail: string) => void;

/** What a person signs in with. */
export interface SignIn {
  email: string;
  password: string;
}

/** A site administrator. */
export type Administrator = SignIn;

/** @throws Error naming the expectation when it does not hold */
export function assertStep(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`Check failed: ${expectation}`);
}
