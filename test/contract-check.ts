/**
 * Handler middleware of test nodes: fails a call with an undeclared error code, metadata or result, a write without
 * an audit entry, and a POST whose response stored for its Idempotency-Key differs from the one returned.
 */
import { type EndpointSpec, supportsIdempotencyKey } from '../shared/contracts/endpoint.ts';
import type { ErrorCode } from '../shared/contracts/error-codes.ts';
import { errorsOfEndpoint } from '../shared/contracts/help.ts';
import { metadataOf } from '../shared/contracts/problem-metadata.ts';
import { toErrorInfo } from '../shared/kernel/errors/errors.ts';
import type { ChangeReport, HandlerMiddleware } from '../shared/kernel/node/handler-middleware.ts';
import { findShapeMismatches } from '../shared/kernel/validation/shape-checks.ts';

/**
 * Runs a handler and checks its outcome.
 * @throws Error naming the action when it breaks the contract; else what `work` throws
 */
export const checkContract: HandlerMiddleware = async ({ id, spec, changes, work }) => {
  const result = await work().catch((error: unknown) => {
    const { code, extras } = toErrorInfo(error);
    checkMetadata(id, code, extras.metadata);
    if (spec.http && !errorsOfEndpoint(spec).some((declared) => declared.code === code)) {
      throw new Error(`${id} fails with ${code}, which its contract does not declare`);
    }
    throw error;
  });
  checkResult(id, spec, result, changes);
  return result;
};

/** @throws Error where the metadata of an error has another shape than its code declares */
function checkMetadata(id: string, code: ErrorCode, metadata: Record<string, unknown> | undefined): void {
  if (!metadata || Object.keys(metadata).length === 0) return;
  const shape = metadataOf(code);
  const problems = shape ? findShapeMismatches(shape, metadata) : [{ message: 'no metadata is declared' }];
  if (problems.length > 0)
    throw new Error(
      `${id} fails with ${code}, whose metadata is other than declared: ${JSON.stringify(problems.slice(0, 5))}`,
    );
}

function checkResult(
  id: string,
  spec: EndpointSpec,
  result: unknown,
  { audited, completed, finished, unchanged }: Readonly<ChangeReport>,
): void {
  const isDocument = spec.document && findShapeMismatches(spec.document, result).length === 0;
  const problems = isDocument ? [] : findShapeMismatches(spec.returns, result);
  if (problems.length > 0)
    throw new Error(`${id} returns other than declared: ${JSON.stringify(problems.slice(0, 5))}`);
  if (spec.audited && !audited) throw new Error(`${id} handed something over without an audit entry`);
  if (!spec.mutates) return;
  if (spec.auditEntry) {
    if (audited || completed)
      throw new Error(`${id} writes an audit entry itself, against the auditEntry of its contract`);
    return;
  }
  if (!(audited || completed || unchanged)) throw new Error(`${id} changed something without an audit entry`);
  if (!supportsIdempotencyKey(spec)) return;
  if (audited)
    throw new Error(`${id} is a POST that can be sent again: it ends with call.finish, not with call.audit`);
  if (finished && JSON.stringify(finished.result) !== JSON.stringify(result)) {
    throw new Error(`${id} keeps another result than the one it returned`);
  }
}
