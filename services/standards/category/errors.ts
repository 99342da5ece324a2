/** The error for a category name that is taken. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** @param existingId of the category with the name, for callers who may see it */
export const nameTakenError = (name: string, existingId: number | undefined): Error =>
  apiError('NAME_TAKEN', `There is already a category ${JSON.stringify(name)} here. Choose another name.`, {
    metadata: existingId === undefined ? {} : { existingId },
  });
