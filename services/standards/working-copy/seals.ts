/**
 * Seals of a working copy: the tokens that stand for its withheld clauses. A token follows from the working copy and
 * the clause, so nothing is stored and nothing of the text is in it. Pure.
 */
import { sha256 } from '../../../shared/hash.ts';
import { SEAL_TOKEN } from '../../../shared/markup/seal-token.ts';
import type { HeldClauses } from '../holds/held-clauses.ts';
import { isWithheld } from '../holds/held-clauses.ts';
import type { WorkingCopyRecord } from './model.ts';

const TOKEN_DIGITS = 32;

/** The seals of one working copy. */
export class Seals {
  readonly #openedVersion: string;
  readonly #held: HeldClauses;

  /** @param held the held clauses of the state that is sealed */
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

  /** The merge key of a sealed clause, which tells nothing of its text. */
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
