/** Errors that several folders of this service share. */
import { apiError } from '../../shared/kernel/errors/errors.ts';

/** For a change that names none of the members it may change. */
export const nothingToChangeError = (names: string): Error => apiError('NOTHING_TO_CHANGE', `Send ${names}.`);
