/**
 * Builds the tree of a list of elements whose printed numbers are not an outline: parts, letters, list positions,
 * inserted and repeated numbers. The order of the document stays, and with it a valid number wherever no other
 * element has it. Changes the nodes that it is given; `number-outline.ts` makes the addresses valid.
 */
import { type ListPosition, readNumbers, readSourceNumber } from './source-number.ts';
import type { SourceNode } from './source-outline.ts';

/** Words of divisions that are not part of the numbered sections. */
const ANNEXES: readonly string[] = ['annex', 'appendix', 'schedule'];

/** A number without leading zeros and the dot at its end, other numbers without the marks at their end. */
const keyOf = (printed: string): string => readNumbers(printed)?.join('.') ?? printed.replace(/[.:)]+$/, '');

export class PrintedOrder {
  readonly roots: SourceNode[] = [];
  readonly #parents = new Map<SourceNode, SourceNode | null>();
  /** The last node of each key; `Annex A` has the key `A` as well. */
  readonly #latest = new Map<string, SourceNode>();
  /** The last position of each style among the children of a node. */
  readonly #positions = new Map<SourceNode | null, Map<string, number>>();
  /** The words of the divisions placed as such. */
  readonly #words = new Map<SourceNode, string>();
  readonly #addSection: (number: string, below: SourceNode) => SourceNode;
  #current: SourceNode | null = null;

  /** @param addSection creates an empty section with a number that the document does not print */
  constructor(addSection: (number: string, below: SourceNode) => SourceNode) {
    this.#addSection = addSection;
  }

  /**
   * Places the next element of the document.
   * @param next the next number that is printed behind it; '' for none
   */
  place(node: SourceNode, next: string): void {
    const printed = node.sourceNumber?.trim() ?? '';
    const sourceNumber = readSourceNumber(printed);
    node.ordinal = null;
    if (sourceNumber.kind === 'number') this.#placeNumber(node, sourceNumber.numbers);
    else {
      if (sourceNumber.kind === 'position')
        this.#placePosition(node, sourceNumber.readings, sourceNumber.word);
      else if (sourceNumber.kind === 'other') this.#placeOther(node, printed);
      else this.#attach(node, this.#beginsBelow(next) ? this.#current : this.#parentOf(this.#current));
    }
    this.#current = node;
  }

  /** Whether the next printed number stands below the last element, and so does what is between them. */
  #beginsBelow(next: string): boolean {
    const sourceNumber = readSourceNumber(next);
    if (this.#current === null) return false;
    if (sourceNumber.kind === 'position')
      return sourceNumber.word === null && this.#findList(this.#openPath(), sourceNumber.readings) === null;
    const above = keyOf(this.#current.sourceNumber?.trim() ?? '');
    const isLonger = above !== '' && next !== above && keyOf(next).startsWith(above);
    return isLonger && isBoundary(keyOf(next), above.length);
  }

  #placeNumber(node: SourceNode, numbers: readonly number[]): void {
    const key = numbers.join('.');
    const parent = this.#findAbove(numbers, node);
    if (parent !== null && !this.#isOpen(parent)) {
      // What stands between would be read behind it.
      this.#latest.set(key, node);
      this.#attach(node, this.#openParentOf(parent));
      return;
    }
    const same = this.#latest.get(key);
    if (same !== undefined && this.#parentOf(same) === parent) {
      // A number that is printed twice in a row is inserted there: those behind it keep theirs.
      const isOpen = this.#isOpen(same);
      if (!isOpen) this.#latest.set(key, node);
      this.#attach(node, isOpen ? same : parent);
      return;
    }
    node.ordinal = numbers.at(-1) ?? null;
    this.#latest.set(key, node);
    this.#attach(node, parent);
  }

  /** The division, such as a chapter, in which bare numbers stand: the innermost open one, else none. */
  #divisionAbove(): SourceNode | null {
    return this.#openPath().find((node) => node !== null && this.#words.has(node)) ?? null;
  }

  /** The element one level up, added with those above it where it is missing; for a bare number its division. */
  #findAbove(numbers: readonly number[], below: SourceNode): SourceNode | null {
    const above = numbers.slice(0, -1);
    if (above.length === 0) return this.#divisionAbove();
    const key = above.join('.');
    const found = this.#latest.get(key);
    if (found !== undefined) return found;
    const parent = this.#findAbove(above, below);
    const section = this.#addSection(key, below);
    this.#latest.set(key, section);
    this.#attach(section, parent !== null && !this.#isOpen(parent) ? this.#openParentOf(parent) : parent);
    this.#current = section;
    return section;
  }

  #placePosition(node: SourceNode, readings: readonly ListPosition[], word: string | null): void {
    const open = this.#openPath();
    const place = this.#findList(open, readings) ?? this.#startList(open, readings, word);
    node.ordinal = place.position?.ordinal ?? null;
    if (place.position !== undefined) {
      const positions = this.#positions.get(place.parent) ?? new Map<string, number>();
      this.#positions.set(place.parent, positions.set(place.position.style, place.position.ordinal));
    }
    const printed = node.sourceNumber?.trim() ?? '';
    if (word !== null) {
      this.#words.set(node, word);
      this.#latest.set(keyOf(printed.slice(word.length).trim()), node);
    } else if (place.parent === null) this.#latest.set(keyOf(printed), node);
    this.#attach(node, place.parent);
  }

  /** The innermost open list that a position continues: as the next one, else behind a gap if it begins no list. */
  #findList(open: readonly (SourceNode | null)[], readings: readonly ListPosition[]): Place | null {
    const places = open.flatMap((parent) =>
      readings.flatMap((position) => {
        const last = this.#positions.get(parent)?.get(position.style);
        return last !== undefined && position.ordinal > last ? [{ parent, position, last }] : [];
      }),
    );
    const next = places.find(({ position, last }) => position.ordinal === last + 1);
    if (next !== undefined) return next;
    return readings.some(({ ordinal }) => ordinal === 1) ? null : (places[0] ?? null);
  }

  /** A new list below the last numbered element; a division below another division, or at the top. */
  #startList(
    open: readonly (SourceNode | null)[],
    readings: readonly ListPosition[],
    word: string | null,
  ): Place {
    const position = readings.find(({ ordinal }) => ordinal === 1) ?? readings[0];
    const isNumbered = (node: SourceNode | null) => node !== null && (node.sourceNumber?.trim() ?? '') !== '';
    const parent =
      word === null
        ? open.find(isNumbered)
        : ANNEXES.includes(word)
          ? null
          : open.find((node) => node !== null && this.#words.has(node) && this.#words.get(node) !== word);
    return { parent: parent ?? null, position };
  }

  /** Below the element whose printed number begins its own, if that is still open; else behind that element. */
  #placeOther(node: SourceNode, printed: string): void {
    let parent = this.#parentOf(this.#current);
    for (let end = printed.length - 1; end > 0; end--) {
      if (!isBoundary(printed, end)) continue;
      const found = this.#latest.get(keyOf(printed.slice(0, end).trim()));
      if (found === undefined) continue;
      parent = this.#isOpen(found) ? found : this.#openParentOf(found);
      break;
    }
    this.#latest.set(keyOf(printed), node);
    this.#attach(node, parent);
  }

  /** The nearest open element above a closed one. */
  #openParentOf(node: SourceNode): SourceNode | null {
    let parent = this.#parentOf(node);
    while (parent !== null && !this.#isOpen(parent)) parent = this.#parentOf(parent);
    return parent;
  }

  /** The last element, those above it, and the top: what the next element can stand below. */
  #openPath(): (SourceNode | null)[] {
    const path: (SourceNode | null)[] = [];
    for (let at = this.#current; at !== null; at = this.#parentOf(at)) path.push(at);
    return [...path, null];
  }

  #isOpen(node: SourceNode): boolean {
    return this.#openPath().includes(node);
  }

  #parentOf(node: SourceNode | null): SourceNode | null {
    return node === null ? null : (this.#parents.get(node) ?? null);
  }

  #attach(node: SourceNode, parent: SourceNode | null): void {
    this.#parents.set(node, parent);
    (parent?.children ?? this.roots).push(node);
  }
}

interface Place {
  parent: SourceNode | null;
  position: ListPosition | undefined;
}

/** Whether a number may be cut here: not within a number or a word. */
function isBoundary(sourceNumber: string, end: number): boolean {
  const pair = sourceNumber.slice(end - 1, end + 1);
  return !/^\d\d$/.test(pair) && !/^[\p{L}][\p{L}]$/u.test(pair);
}
