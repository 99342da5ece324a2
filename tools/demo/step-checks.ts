/**
 * Assertions of the demo's steps, of a condition and of a refusal, and the types of what steps are given: a caller over
 * REST or MCP tools, the function that prints a step, a person's credentials.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { EndpointParams, RestEndpointId } from '../../shared/rest-client/endpoint-types.ts';

interface Refusal {
  status: number;
  problem: Readonly<Record<string, unknown>>;
}

/** A person who plays the job over any transport. */
export interface StepCaller extends ApiCaller {
  /** The error of a call that must be refused, with its problem document. @throws Error when it succeeds */
  callExpectingError<K extends RestEndpointId>(id: K, params: EndpointParams<K>): Promise<Refusal>;
}

/** Prints a step. */
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

/** Asserts that a call is refused so. @throws Error naming the expectation when it is not */
export async function assertRefused(
  refusal: Promise<Refusal>,
  [status, code]: readonly [status: number, code: string],
  expectation: string,
): Promise<void> {
  const refused = await refusal;
  assertStep(refused.status === status && refused.problem.code === code, expectation);
}
