/**
 * Types of the import report: a change with its rule, and a warning. Also the sentence for each rule
 * (`CHANGE_RULES`), and the error of a document that cannot be imported.
 */

/** One change that makes a document a valid standard, with the place in the source and the result. */
export interface ImportChange {
  /** A stable word for machines, e.g. `renumbered`. */
  rule: ChangeRule;
  /** The place in the source: `elements[3].address`, `catalog.groups[0].controls[2]`, `line 12`. */
  source: string;
  /** Address of the element concerned, in the result; null when there is none. */
  address: string | null;
  /** What the source says. */
  from: string | null;
  /** What the result says; null when it was left out. */
  to: string | null;
  /** The name of a property, by which such changes are counted; else the last member of the place in the source. */
  name?: string;
}

/** The rules of changes, each with a sentence for people. */
export const CHANGE_RULES = {
  renumbered: 'The number is not a valid address here, so it was changed.',
  'address-shifted':
    'Another element took this number or moved it. Text that names the old number was not rewritten.',
  'number-added': 'The element has no address, so it got the next number.',
  'section-added': 'A section was added, because the clauses below it need a parent.',
  'level-raised': 'An address has at most 12 levels, so this was placed on the twelfth.',
  'kind-replaced': 'An element is a section, a clause or a note; this became a clause.',
  'heading-joined': 'A heading is one line, so its lines were joined.',
  'text-cleaned': 'Control characters and broken characters were replaced.',
  'withheld-text-replaced': 'The token of a withheld clause is valid in its own standard only.',
  'printed-number-cut':
    'A printed number has at most 60 characters, so the label has the first of them, and the heading all.',
  'label-shortened': 'The constraint already says minimum or maximum, so the label does not.',
  'label-changed': 'A label is not empty, has at most 500 characters and is unique in its clause.',
  'type-replaced': 'There is no such field type.',
  'constraint-replaced': 'There is no such constraint for this type of field.',
  'value-as-text': 'A default is kept as text.',
  'moved-to-note': 'This does not fit into a field, so it is in a note below the clause.',
  'field-moved': 'The field names no clause of the document, so it is in a section at the end.',
  'text-shortened': 'A name has at most 300 characters, a description 20,000.',
  'order-changed': 'Elements are read in the order of their addresses.',
  'parameter-unknown':
    'The text names a parameter that is not in the catalogue, or by choices on more than 5 levels.',
  'property-noted': 'A clause has no such property, so it is in a note below it.',
  'reference-replaced':
    'A link to a part of the catalogue became text, or the address on the web of the resource that it names.',
  'table-squeezed': 'The table was too long for a clause, so blanks that only pad its cells were removed.',
  'text-divided': 'The table was too long for a clause, so its further rows are in clauses below it.',
  'cell-doubtful':
    'The cell is more than its text: a formula, an error, hidden, merged, or a number that may have been typed with more zeros.',
  'option-changed': 'An option has no blanks around it, is not empty and is listed once.',
  'left-out': 'A standard has no place for this.',
} as const;
type ChangeRule = keyof typeof CHANGE_RULES;

/** Something that a standard accepts and its authors should look at. */
export interface DocumentWarning {
  address: string | null;
  /** A stable word for machines, e.g. `no-options`. */
  rule: string;
  message: string;
}

/** Receives each change. */
export type ReportChange = (change: ImportChange) => void;

/** A document that cannot be imported. The message is a sentence that says what to do. */
export class UnusableDocumentError extends Error {
  /** The faults one by one, when there are several. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = []) {
    super(message);
    this.faults = faults;
  }
}
