/** Puts into words of the command why the service refused to save a text into an existing standard. */
import { ApiError } from '../../../shared/rest-client/client.ts';

/** The text cannot be saved as things are. The message says what to do. */
export class EditionRefusedError extends Error {}

/** A refusal of a save or a publish in words of this command. */
export function explain(error: unknown, id: number): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'EDIT_CONFLICT')
    return new EditionRefusedError(
      `The working copy of the standard ${id} has been saved since it was read. Nothing was replaced. Run the command again and look at the report.`,
    );
  if (error.code === 'CONFIRM_REPLACE_REQUIRED')
    return new EditionRefusedError(
      `The edition keeps fewer than half of the clauses of the standard ${id}. If that is meant, give --confirm-replace.`,
    );
  return error;
}
