/** The error of a change that names no fields, for administration and API keys. */
import { apiError } from '../../shared/kernel/errors/errors.ts';

/** For a change that names none of the members it may change. */
export const nothingToChangeError = (names: string): Error => apiError('NOTHING_TO_CHANGE', `Send ${names}.`);
