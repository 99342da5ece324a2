/** Serialisation of errors for the bus, which carries name, code and message, but not the cause. */
import { Errors } from 'moleculer';
import { toErrorInfo } from '../errors/errors.ts';
import { isUnavailable } from '../errors/unavailable.ts';

/**
 * An error of an unavailable database crosses as SERVICE_UNAVAILABLE; Moleculer's own errors cross unchanged,
 * with their `retryable`.
 */
export class BusErrorRegenerator extends Errors.Regenerator {
  override extractPlainError(
    ...[error, payload]: Parameters<Errors.Regenerator['extractPlainError']>
  ): Errors.PlainMoleculerError {
    const plain = super.extractPlainError(error, payload);
    if (plain.type || !isUnavailable(error)) return plain;
    const { code, status, detail } = toErrorInfo(error);
    return { ...plain, type: code, code: status, message: detail };
  }
}
