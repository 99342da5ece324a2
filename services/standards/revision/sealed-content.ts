/**
 * The content of a sealed revision. The words of its clauses are private: `present` hands out those that are not
 * withheld, and `openContent` all of them to the modules that `test/held-words.test.ts` names.
 */
import type { Element, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type HeldClauses, isWithheld } from '../holds/held-clauses.ts';
import {
  type ElementView,
  type FieldDefinitionView,
  presentClauses,
  presentElement,
  presentFields,
} from './present-clauses.ts';

interface PrintedNumber {
  element_id: number;
  label: string;
}

export class SealedContent {
  /** For `openContent` alone, whose uses a test lists. */
  static open(content: SealedContent): Outline {
    return content.#outline;
  }

  readonly #outline: Outline;
  readonly #clauses: readonly ElementView[];
  /** A hold leaves them readable. */
  readonly fields: readonly FieldDefinitionView[];
  /** Of the clauses with fields. */
  readonly #printedNumbers: readonly PrintedNumber[];

  constructor(outline: Outline) {
    this.#outline = outline;
    this.#clauses = outline.elements.map(presentElement);
    this.fields = presentFields(outline);
    const withFields = new Set(outline.fields.map(({ element_id }) => element_id));
    this.#printedNumbers = outline.elements.flatMap(({ element_id, label }) =>
      label && withFields.has(element_id) ? [{ element_id, label }] : [],
    );
  }

  get hasPrintedNumbers(): boolean {
    return this.#printedNumbers.length > 0;
  }

  /** The printed numbers of the clauses with fields, without those that are withheld with their clause. */
  printedNumbers(held: HeldClauses): PrintedNumber[] {
    return this.#printedNumbers.filter(({ element_id }) => !isWithheld(held, element_id));
  }

  /** The clauses as readers see them under these holds. */
  present(held: HeldClauses): readonly ElementView[] {
    return presentClauses({ elements: this.#clauses }, held);
  }

  /** The places of the clauses, in the order of the outline. */
  get places(): Pick<Element, 'element_id' | 'address'>[] {
    return this.#outline.elements.map(({ element_id, address }) => ({ element_id, address }));
  }
}

/**
 * The outline with all words, for what compares, copies or hashes them. Nothing of it goes into an answer but through
 * a presenter. Shared objects: do not modify.
 */
export const openContent = (content: SealedContent): Outline => SealedContent.open(content);
