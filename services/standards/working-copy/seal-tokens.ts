/**
 * Seal tokens, which stand for the withheld clauses in a working copy, so that it can be edited without their text: their
 * creation and recognition, and the refusal of tokens of another working copy. A token follows from the working copy and
 * the clause, so nothing is stored and nothing of the text is in it. Pure.
 */
import { sha256 } from '../../../shared/hash.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { SEAL_TOKEN } from '../../../shared/markup/seal-token.ts';
import { type HeldClauses, isWithheld } from '../holds/held-clauses.ts';
import type { WorkingCopyRecord } from './model.ts';

/** A submitted or merged clause, in which somebody may have written a token. */
export interface TokenCarrier {
  element_id?: number | null | undefined;
  address: string;
  content?: string | undefined;
  toc_content?: string | undefined;
  label?: string | undefined;
  seal_token?: string | null | undefined;
}

const TOKEN_DIGITS = 32;
const MAX_LISTED = 100;

/** The tokens of the withheld clauses of one working copy. */
export class SealTokens {
  readonly #openedVersion: string;
  readonly #held: HeldClauses;

  /** @param held the held clauses of a state of the working copy */
  constructor({ opened_version }: Pick<WorkingCopyRecord, 'opened_version'>, held: HeldClauses) {
    this.#openedVersion = opened_version;
    this.#held = held;
  }

  /** Whether the text of a clause is withheld. */
  has(elementId: number): boolean {
    return isWithheld(this.#held, elementId);
  }

  /** The token of a clause in this working copy. */
  tokenOf(elementId: number): string {
    return sha256(`${this.#openedVersion} ${elementId}`).slice(0, TOKEN_DIGITS);
  }

  /** The merge key of a withheld clause, which tells nothing of its text. */
  mergeKeyOf(elementId: number): string {
    return sha256(`seal ${this.tokenOf(elementId)}`);
  }
}

/** The comment in place of a withheld text. */
export const sealComment = (token: string): string => `<!-- notice:withheld:${token} -->`;

/** The token of a text that is only a seal comment; null for any other. */
export function readSealComment(content: string): string | null {
  const token = findSealToken(content);
  return token !== null && content.trim() === sealComment(token) ? token : null;
}

/** The first seal token within a text. */
export const findSealToken = (content: string): string | null => SEAL_TOKEN.exec(content)?.[1] ?? null;

/**
 * Rejects every seal token: no stored text has one. @throws FOREIGN_SEAL_TOKEN
 */
export function assertNoSealTokens(elements: readonly TokenCarrier[]): void {
  const found = elements.flatMap(({ content = '', toc_content = '', label = '' }, index) =>
    [content, toc_content, label].some((words) => findSealToken(words) !== null) ? [index] : [],
  );
  if (found.length > 0) throw foreignSealTokens(elements, found);
}

/** @param indexes of the elements with a token of another working copy */
export function foreignSealTokens(elements: readonly TokenCarrier[], indexes: readonly number[]): Error {
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
