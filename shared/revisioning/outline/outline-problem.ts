/** Type of a fault or warning of a submission, as listed in `errors` of 400 and 422 and in warnings. */
export interface OutlineProblem {
  /** Where in the submission, e.g. `elements[3].address` or `datasheetElements[0].label`. */
  path: string;
  /** The address concerned, when there is one. */
  address: string | null;
  /** A stable word for machines, e.g. `duplicate_address`. */
  rule: string;
  message: string;
}
