/** The error of a change that names no fields, for administration and API keys. */
import { apiError } from '../../shared/kernel/errors/errors.ts';

export const nothingToChangeError = (names: string): Error => apiError('NOTHING_TO_CHANGE', `Send ${names}.`);
