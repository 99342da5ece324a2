/** Proofs that an action keeps to its contract; the tests switch them on for every call they make (config `checkAnswers`). */
import { type EndpointSpec, isRepeatable } from '../contracts/endpoint.ts';
import { errorsOf } from '../contracts/help.ts';
import type { Call } from './call.ts';
import { readError } from './errors.ts';
import { findMismatches } from './params.ts';

/**
 * The work of an action, proved: it refuses with the codes it declares and no other, and answers as it declares.
 * @throws Error naming the action where it does not; else what `work` throws
 */
export async function proveAnswer(id: string, spec: EndpointSpec, call: Call, work: () => Promise<unknown>): Promise<unknown> {
  const answer = await work().catch((error: unknown) => {
    const { code } = readError(error);
    if (spec.http && !errorsOf(spec).some((declared) => declared.code === code)) {
      throw new Error(`${id} refuses with ${code}, which its contract does not declare`);
    }
    throw error;
  });
  checkAnswer(id, spec, answer, call);
  return answer;
}

/**
 * An answer matches its declared shape, whatever changed something left an audit entry, and what is kept for whoever asks
 * again is the answer that was given.
 */
function checkAnswer(id: string, spec: EndpointSpec, answer: unknown, call: Call): void {
  const problems = findMismatches(spec.returns, answer);
  if (problems.length > 0) throw new Error(`${id} answers other than declared: ${JSON.stringify(problems.slice(0, 5))}`);
  if (!spec.mutates) return;
  if (!call.accounted) throw new Error(`${id} changed something without an audit entry`);
  if (!isRepeatable(spec)) return;
  if (call.audited) throw new Error(`${id} is a POST that can be sent again: it ends with call.conclude, not with call.audit`);
  if (call.concluded && JSON.stringify(call.concluded.answer) !== JSON.stringify(answer)) {
    throw new Error(`${id} concluded with another answer than the one it gave`);
  }
}
