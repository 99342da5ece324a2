/**
 * Moleculer middleware of test nodes: checks every result against its contract, and that every write is
 * audited.
 */
import { type EndpointSpec, supportsIdempotencyKey } from '../shared/contracts/endpoint.ts';
import { errorsOfEndpoint } from '../shared/contracts/help.ts';
import { toErrorInfo } from '../shared/kernel/errors/errors.ts';
import type { HandlerMiddleware } from '../shared/kernel/node/node.ts';
import type { Call } from '../shared/kernel/service/call.ts';
import { findShapeMismatches } from '../shared/kernel/validation/params.ts';

/** What a call said of the change it made. */
interface Account {
  /** An audit entry, or that nothing changed. */
  given: boolean;
  /** An audit entry without a result to replay. */
  audited: boolean;
  /** The result for whoever sends the request again. */
  finished: { result: unknown } | null;
}

/**
 * An action fails with the codes it declares and no other, returns what it declares, and leaves an audit
 * entry of what it changed; the result that is kept for a repeated request is the one it returned.
 * @throws Error naming the action where it does not; else what `work` throws
 */
export const checkContract: HandlerMiddleware = async ({ id, spec, call, work }) => {
  const account = watch(call);
  const result = await work().catch((error: unknown) => {
    const { code } = toErrorInfo(error);
    if (spec.http && !errorsOfEndpoint(spec).some((declared) => declared.code === code)) {
      throw new Error(`${id} fails with ${code}, which its contract does not declare`);
    }
    throw error;
  });
  checkResult(id, spec, result, account);
  return result;
};

/** Records what the call does with its own methods. */
function watch(call: Call): Account {
  const account: Account = { given: false, audited: false, finished: null };
  const { audit, complete, prepareCompletion, markUnchanged } = call;
  call.audit = async (...args) => {
    await audit.apply(call, args);
    Object.assign(account, { given: true, audited: true });
  };
  call.complete = async (...args) => {
    await complete.apply(call, args);
    account.given = true;
  };
  call.prepareCompletion = (note, result) => {
    account.finished = { result };
    return prepareCompletion.call(call, note, result);
  };
  call.markUnchanged = () => {
    account.given = true;
    markUnchanged.call(call);
  };
  return account;
}

function checkResult(
  id: string,
  spec: EndpointSpec,
  result: unknown,
  { given, audited, finished }: Account,
): void {
  const problems = findShapeMismatches(spec.returns, result);
  if (problems.length > 0)
    throw new Error(`${id} returns other than declared: ${JSON.stringify(problems.slice(0, 5))}`);
  if (!spec.mutates) return;
  if (!given) throw new Error(`${id} changed something without an audit entry`);
  if (!supportsIdempotencyKey(spec)) return;
  if (audited)
    throw new Error(
      `${id} is a POST that can be sent again: it ends with call.conclude, not with call.audit`,
    );
  if (finished && JSON.stringify(finished.result) !== JSON.stringify(result)) {
    throw new Error(`${id} keeps another result than the one it returned`);
  }
}
