/**
 * Serialisation of errors for the bus, where their cause is lost: the error of an unavailable database is sent as
 * SERVICE_UNAVAILABLE.
 */
import { Errors } from 'moleculer';
import { toErrorInfo } from '../errors/errors.ts';
import { isUnavailable } from '../errors/unavailable.ts';

/**
 * Moleculer's error regenerator with this change; Moleculer's own errors are sent unchanged,
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
