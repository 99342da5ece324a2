/** Findings: violations of the contract by a response. */
export interface Finding {
  /** The check that found it. */
  readonly check: string;
  /** What is wrong, in one line. */
  readonly what: string;
  /** Two findings of one key are the same fault seen twice. */
  readonly key: string;
}

/** A finding of a check at an endpoint; `sort` tells faults of one check apart. */
export const createFinding = (
  check: string,
  endpoint: string | null,
  sort: string,
  what: string,
): Finding => ({
  check,
  what,
  key: `${check} | ${endpoint ?? 'no endpoint'} | ${sort}`,
});
