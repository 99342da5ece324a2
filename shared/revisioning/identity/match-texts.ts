/**
 * Identities for a text that was edited without them: each clause gets that of the clause which it is a wording of.
 *
 * First what is equal, wherever it stands; then, below each pair of parents, what is alike enough, in order. The rest is
 * left without identity, and `identifyOutline` decides about it by address. (After Chawathe et al. 1996, change detection
 * in hierarchically structured information.)
 */
import { parentOf } from '../outline/address.ts';
import type { ElementContent } from '../outline/content-hash.ts';
import type { Element } from '../outline/outline.ts';
import { createLikeness, hasWords } from './text-likeness.ts';

/** Most pairs that are compared below one parent; with more only those at one address are. */
const MAX_PAIRS = 250_000;
/** Decides between equally alike clauses. */
const SAME_ADDRESS_BONUS = 0.001;

/**
 * The identity of each clause of a text in the outline from which it was edited; null where none is recognised.
 * @param base elements in outline order
 * @param elements the clauses of the text in outline order, each address once
 */
export function matchTexts(base: readonly Element[], elements: readonly ElementContent[]): (number | null)[] {
  const match = new TextMatch(base, elements);
  match.matchEqual();
  match.matchAlike();
  return elements.map((element) => match.ids.get(element) ?? null);
}

class TextMatch {
  readonly ids = new Map<ElementContent, number>();
  readonly #base: readonly Element[];
  readonly #elements: readonly ElementContent[];
  readonly #claimed = new Set<Element>();

  constructor(base: readonly Element[], elements: readonly ElementContent[]) {
    this.#base = base;
    this.#elements = elements;
  }

  #claim(element: ElementContent, stored: Element): void {
    this.ids.set(element, stored.element_id);
    this.#claimed.add(stored);
  }

  /** Pairs clauses of one wording; of several those at one address, unless all are still there. */
  matchEqual(): void {
    const stored = Map.groupBy(this.#base, wordingKey);
    const sent = Map.groupBy(this.#elements, wordingKey);
    for (const [key, elements] of sent) {
      const equal = stored.get(key) ?? [];
      const [first] = equal;
      if (!first || !hasWords(first)) continue;
      if (equal.length !== elements.length) {
        const byAddress = new Map(equal.map((one) => [one.address, one]));
        for (const element of elements) {
          const same = byAddress.get(element.address);
          if (same) this.#claim(element, same);
        }
      }
      const free = equal.filter((one) => !this.#claimed.has(one));
      const open = elements.filter((element) => !this.ids.has(element));
      for (const [at, element] of open.entries()) {
        const next = free[at];
        if (next) this.#claim(element, next);
      }
    }
  }

  /** Pairs what is left below each pair of parents, from the top. */
  matchAlike(): void {
    const likeness = createLikeness(this.#base);
    const below = Map.groupBy(this.#base, ({ address }) => parentOf(address));
    const byId = new Map(this.#base.map((element) => [element.element_id, element]));
    const byAddress = new Map(this.#base.map((element) => [element.address, element]));
    const sent = new Map(this.#elements.map((element) => [element.address, element]));
    for (const [parent, children] of Map.groupBy(this.#elements, ({ address }) => parentOf(address))) {
      const above = parent === null ? undefined : sent.get(parent);
      const id = above && this.ids.get(above);
      // A parent without identity will have that of its address.
      const origin = id === undefined ? byAddress.get(parent ?? '') : byId.get(id);
      if (parent !== null && (!origin || (id === undefined && this.#claimed.has(origin)))) continue;
      const stored = (below.get(origin?.address ?? null) ?? []).filter((one) => !this.#claimed.has(one));
      const open = children.filter((element) => !this.ids.has(element));
      const worded = [stored.filter(hasWords), open.filter(hasWords)] as const;
      for (const [before, element] of alignAlike(worded[0], worded[1], likeness))
        this.#claim(element, before);
    }
  }
}

const wordingKey = ({ kind, toc_content, content }: ElementContent): string =>
  JSON.stringify([kind, toc_content, content]);

type Pair = readonly [Element, ElementContent];

/** The pairs, in the order of both lists, that have most in common. */
function alignAlike(
  stored: readonly Element[],
  sent: readonly ElementContent[],
  likeness: (one: ElementContent, other: ElementContent) => number,
): Pair[] {
  if (stored.length * sent.length > MAX_PAIRS) {
    const byAddress = new Map(stored.map((one) => [one.address, one]));
    return sent.flatMap((element): Pair[] => {
      const same = byAddress.get(element.address);
      return same && likeness(same, element) > 0 ? [[same, element]] : [];
    });
  }
  const width = sent.length + 1;
  const values = new Float64Array((stored.length + 1) * width);
  const scores = new Float64Array(values.length);
  const at = (row: number, column: number): number => row * width + column;
  // Entry (row, column) is what the clauses from these on have in common at most.
  for (let row = stored.length - 1; row >= 0; row -= 1) {
    for (let column = sent.length - 1; column >= 0; column -= 1) {
      const [one, other] = [stored[row], sent[column]];
      const alike = one && other ? likeness(one, other) : 0;
      const bonus = alike > 0 && one?.address === other?.address ? SAME_ADDRESS_BONUS : 0;
      scores[at(row, column)] = alike + bonus;
      values[at(row, column)] = Math.max(
        values[at(row + 1, column)] ?? 0,
        values[at(row, column + 1)] ?? 0,
        alike > 0 ? alike + bonus + (values[at(row + 1, column + 1)] ?? 0) : 0,
      );
    }
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < stored.length && column < sent.length; ) {
    const [one, other] = [stored[row], sent[column]];
    const value = values[at(row, column)] ?? 0;
    const score = scores[at(row, column)] ?? 0;
    if (one && other && score > 0 && value === score + (values[at(row + 1, column + 1)] ?? 0)) {
      pairs.push([one, other]);
      row += 1;
      column += 1;
    } else if (value === (values[at(row + 1, column)] ?? 0)) row += 1;
    else column += 1;
  }
  return pairs;
}
