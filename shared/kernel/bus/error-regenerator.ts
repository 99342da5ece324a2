/** How errors cross the bus. Name, code and message do, what an error was caused by does not: so its meaning is read where it was thrown. */
import { Errors } from 'moleculer';
import { toErrorInfo } from '../errors/errors.ts';
import { isUnavailable } from '../errors/unavailable.ts';

/** An error of the database that is away crosses as our own; Moleculer's cross as they are, and so does its word on which may be tried again. */
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
