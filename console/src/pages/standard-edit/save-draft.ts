/** Saves a draft, and says which clause an answer is about. */
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import type { Draft } from './draft.ts';
import type { WorkingCopy } from './draft-clause.ts';
import { findPlace, type SaveParams, toSaveBody } from './save-body.ts';

export type Saved = EndpointResult<'standards.workingCopy.save'>;

/** What somebody decided about an earlier answer to the same save. */
export type SaveAnswer = Pick<SaveParams, 'confirmReplace' | 'resolvedConflicts' | 'conflictVersion'>;

/** @throws what the call throws */
export function saveDraft({ copy, base, clauses }: Draft, answer: SaveAnswer = {}): Promise<Saved> {
  const body = toSaveBody(clauses.value, { copy, clauses: base });
  return api.call('standards.workingCopy.save', { id: copy.standard_id, ...body, ...answer });
}

/** @throws what the call throws */
export const readCopy = (id: number): Promise<WorkingCopy> => api.call('standards.workingCopy.get', { id });

/** What the service says of a clause. */
export interface Finding {
  clause: string;
  field: string | null;
  member: string;
  message: string;
}

/** What an error says of single clauses. */
export const findingsOf = (error: unknown, { clauses }: Draft): Finding[] =>
  error instanceof ApiError
    ? error.errors.flatMap(({ path = '', message }) => {
        const place = findPlace(path, clauses.value);
        return place ? [{ ...place, message }] : [];
      })
    : [];
