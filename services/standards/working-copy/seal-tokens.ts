/**
 * Check of merged elements for seal tokens, the placeholders of withheld clauses in a working copy, and the error
 * for tokens that belong to another one. Pure.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { findSealToken } from './seals.ts';

/** A clause in which somebody may have written a seal. */
export interface SealableElement {
  element_id?: number | null | undefined;
  address: string;
  content?: string | undefined;
  toc_content?: string | undefined;
  seal_token?: string | null | undefined;
}

const MAX_LISTED = 100;

/**
 * Rejects every seal token: no stored text has one. @throws FOREIGN_SEAL_TOKEN
 */
export function assertNoSeals(elements: readonly SealableElement[]): void {
  const found = elements.flatMap(({ content = '', toc_content = '' }, index) =>
    findSealToken(content) !== null || findSealToken(toc_content) !== null ? [index] : [],
  );
  if (found.length > 0) throw foreignSealTokens(elements, found);
}

/** @param indexes of the elements with a token of another working copy */
export function foreignSealTokens(elements: readonly SealableElement[], indexes: readonly number[]): Error {
  const errors = indexes.slice(0, MAX_LISTED).map((index) => {
    const address = elements[index]?.address ?? '';
    return {
      path: `elements[${index}]`,
      address,
      message: `The seal token at ${address} does not belong to this working copy. Send the token returned when you read it.`,
    };
  });
  return apiError('FOREIGN_SEAL_TOKEN', errors[0]?.message ?? '', { errors });
}
