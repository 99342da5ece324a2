/**
 * Type and constructor of a finding: a violation of the contract seen in a response, in the audit trail or
 * in the digests of the database.
 */
export interface Finding {
  /** The check that found it. */
  readonly check: string;
  /** The fault in one line. */
  readonly message: string;
  /** Findings with equal keys are the same fault. */
  readonly key: string;
}

/** A finding of a check at an endpoint; `variant` distinguishes faults of one check. */
export const createFinding = (
  check: string,
  endpoint: string | null,
  variant: string,
  message: string,
): Finding => ({
  check,
  message,
  key: `${check} | ${endpoint ?? 'no endpoint'} | ${variant}`,
});
