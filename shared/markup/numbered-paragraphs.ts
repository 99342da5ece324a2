/**
 * Collects warnings about paragraphs that begin with a number and may have been meant otherwise: as a clause where
 * they are text, or as text where they are a clause. A few of one kind are reported each, many as one warning with
 * their count. Takes constant memory for each kind.
 */
import { childOf, ordinalOf, parentOf } from '../revisioning/outline/address.ts';
import { adviseAddress, isLikeAddress } from './address-advice.ts';
import { createFault, type MarkupFault } from './markup-rules.ts';
import { findNearClause } from './near-clause.ts';

/** More of one kind are one warning. */
const MAX_EACH = 3;
/** Lines that such a warning names. */
const MAX_LINES = 8;

interface Kind {
  first: MarkupFault[];
  lines: number[];
  count: number;
}

export class NumberedParagraphs {
  readonly #kinds = new Map<string, Kind>();
  readonly #nearErrors: ((fault: MarkupFault) => void) | null;
  /** The element above. */
  #previous: string | null = null;
  /** The last one whose number followed: one after it may go on there. */
  #followed: string | null = null;

  /** @param nearErrors receives paragraphs that are nearly clauses, where they are errors and not warnings */
  constructor(nearErrors: ((fault: MarkupFault) => void) | null = null) {
    this.#nearErrors = nearErrors;
  }

  /** A paragraph that is text of the element at `above`. */
  readText(text: string, line: number, above: string | null): void {
    const near = findNearClause(text);
    if (near !== null) {
      const detail = `If it is a clause, ${near.advice}; if it is text, write ${escaped(near.address)}`;
      const fault = createFault('address-like', line, above, detail);
      if (this.#nearErrors === null) this.#add('near', fault);
      else this.#nearErrors(fault);
    } else if (isLikeAddress(text)) {
      const advice = adviseAddress(text);
      const detail = advice === null ? undefined : `If it is a clause, ${advice}`;
      this.#add('no address', createFault('address-like', line, above, detail));
    }
  }

  /** An element; `isParagraph` where its opening is a paragraph, which a decimal number can begin as well. */
  readElement(address: string, line: number, isParagraph: boolean): void {
    const [previous, followed] = [this.#previous, this.#followed];
    this.#previous = address;
    const follows =
      previous === null ||
      followed === null ||
      !isParagraph ||
      canFollow(address, previous) ||
      canFollow(address, followed);
    if (follows) {
      this.#followed = address;
      return;
    }
    const message = `This paragraph is read as the clause ${address}, which does not follow ${previous}. If it is text, write ${escaped(address)}.`;
    this.#add('not next', { line, address, rule: 'address-like', message });
  }

  /** The warnings, by line. */
  get warnings(): MarkupFault[] {
    return [...this.#kinds.values()].flatMap(({ first, lines, count }) => {
      const [fault] = first;
      if (fault === undefined || count <= MAX_EACH) return first;
      const more = count > lines.length ? ' …' : '';
      const message = `${fault.message} There are ${count.toLocaleString('en')} such paragraphs, in the lines ${lines.join(', ')}${more}`;
      return [{ ...fault, message: more === '' ? `${message}.` : message }];
    });
  }

  #add(name: string, fault: MarkupFault): void {
    const kind = this.#kinds.get(name) ?? { first: [], lines: [], count: 0 };
    this.#kinds.set(name, kind);
    kind.count += 1;
    if (kind.first.length < MAX_EACH) kind.first.push(fault);
    if (kind.lines.length < MAX_LINES) kind.lines.push(fault.line);
  }
}

const escaped = (address: string): string => address.replace('.', '\\.');

/** Whether `address` is the first below `previous`, or the next sibling of it or of one above it. */
function canFollow(address: string, previous: string): boolean {
  if (address === childOf(previous, 1)) return true;
  for (let at: string | null = previous; at !== null; at = parentOf(at))
    if (address === childOf(parentOf(at), ordinalOf(at) + 1)) return true;
  return false;
}
