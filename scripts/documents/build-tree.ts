/**
 * Tree of the flat list of elements in a JSON document, by their addresses as the source writes them
 * (`2.1.3`, `A.1`, `(a)`). Adds missing parent sections, sets the ordinals, and puts a designation that is
 * not a number in front of the heading. Changes the nodes that it is given; `number-outline.ts` makes the
 * addresses valid.
 */
import { ancestorsOf, MAX_LEVELS } from '../../shared/revisioning/address.ts';
import type { ReportChange } from './import-change.ts';
import type { SourceNode } from './source-outline.ts';

/**
 * Puts each element below the one whose address its own begins with: `2.1.3` below `2.1`, `2.1(a)` below `2.1`.
 * If several elements have that address, the last one before this element is the parent; a later one only if no
 * address is repeated. Parents that are missing are added as empty sections. An element without an address follows the one
 * before it, or stands below it where the next one does.
 */
export function buildTree(list: readonly SourceNode[], report: ReportChange): SourceNode[] {
  const tree = new TreeBuilder(list, report);
  for (const node of list) tree.place(node);
  return tree.roots;
}

/** The numbers of an address such as `2.1.3`, `02.1.` or `0.4`; null for any other. */
function readNumbers(designation: string): number[] | null {
  const match = /^\d{1,9}(?:\.\d{1,9})*(?=\.?$)/.exec(designation);
  const numbers = match?.[0].split('.').map(Number) ?? null;
  return numbers !== null && numbers.length <= MAX_LEVELS ? numbers : null;
}

/** The address as the tree compares it: numbers without leading zeros, other designations as written. */
function keyOf(designation: string): string {
  const plain = designation.trim();
  return readNumbers(plain)?.join('.') ?? plain;
}

class TreeBuilder {
  readonly roots: SourceNode[] = [];
  readonly #report: ReportChange;
  /** The nodes of each address in the order of the list. */
  readonly #nodesAt = new Map<string, SourceNode[]>();
  readonly #parents = new Map<SourceNode, SourceNode | null>();
  /** For each position the next designation after it. */
  readonly #nextDesignation: string[] = [];
  #repeats = false;
  #previous: SourceNode | null = null;

  constructor(list: readonly SourceNode[], report: ReportChange) {
    this.#report = report;
    let next = '';
    for (const node of list.toReversed()) {
      this.#nextDesignation[node.position] = next;
      next = node.designation?.trim() || next;
    }
    for (const node of list) {
      const key = keyOf(node.designation ?? '');
      if (key === '') continue;
      const same = this.#nodesAt.get(key);
      same?.push(node);
      this.#repeats ||= same !== undefined;
      if (same === undefined) this.#nodesAt.set(key, [node]);
    }
  }

  place(node: SourceNode): void {
    const designation = node.designation?.trim() ?? '';
    const numbers = readNumbers(designation);
    node.ordinal = numbers?.at(-1) ?? null;
    if (numbers === null && designation !== '' && !node.heading.startsWith(designation))
      node.heading = node.heading === '' ? designation : `${designation} ${node.heading}`;
    this.#attach(node, this.#findParent(node, designation, numbers));
    this.#previous = node;
  }

  #findParent(node: SourceNode, designation: string, numbers: readonly number[] | null): SourceNode | null {
    if (numbers !== null) return this.#numberedParent(node, numbers);
    if (designation !== '') {
      for (let end = designation.length - 1; end > 0; end--) {
        const parent = isBoundary(designation, end) ? this.#find(designation.slice(0, end), node) : null;
        if (parent !== null) return parent;
      }
      return null;
    }
    const previous = this.#previous;
    if (previous === null) return null;
    return this.#continuesBelow(previous, node) ? previous : (this.#parents.get(previous) ?? null);
  }

  /** Whether the next element with an address stands below `above`. */
  #continuesBelow(above: SourceNode, node: SourceNode): boolean {
    const prefix = keyOf(above.designation ?? '');
    const next = keyOf(this.#nextDesignation[node.position] ?? '');
    return prefix !== '' && next.startsWith(prefix) && isBoundary(next, prefix.length) && next !== prefix;
  }

  /** The node one level up, added with its own parents where it is missing. */
  #numberedParent(node: SourceNode, numbers: readonly number[]): SourceNode | null {
    let parent: SourceNode | null = null;
    for (const address of ancestorsOf(numbers.join('.'))) {
      const above: SourceNode | null = parent;
      parent =
        this.#find(address, node, (found) => (this.#parents.get(found) ?? above) === above) ??
        this.#addSection(address, above, node);
    }
    return parent;
  }

  #addSection(address: string, parent: SourceNode | null, below: SourceNode): SourceNode {
    const section: SourceNode = {
      source: below.source,
      position: below.position,
      designation: address,
      ordinal: Number(address.slice(address.lastIndexOf('.') + 1)),
      kind: 'section',
      heading: '',
      content: '',
      fields: [],
      children: [],
    };
    this.#report({
      rule: 'section-added',
      source: below.source,
      address: null,
      from: below.designation,
      to: address,
    });
    const same = this.#nodesAt.get(address);
    same?.push(section);
    if (same === undefined) this.#nodesAt.set(address, [section]);
    this.#attach(section, parent);
    return section;
  }

  /** The last candidate with an address before `node`; else the first one, if no address is repeated. */
  #find(address: string, node: SourceNode, isCandidate = (_: SourceNode) => true): SourceNode | null {
    const found = (this.#nodesAt.get(keyOf(address)) ?? []).filter((one) => one !== node && isCandidate(one));
    const before = found.findLast((one) => one.position <= node.position);
    return before ?? (this.#repeats ? null : (found[0] ?? null));
  }

  #attach(node: SourceNode, parent: SourceNode | null): void {
    this.#parents.set(node, parent);
    (parent?.children ?? this.roots).push(node);
  }
}

/** Whether a designation may be cut here: not within a number or a word. */
function isBoundary(designation: string, end: number): boolean {
  const pair = designation.slice(end - 1, end + 1);
  return !/^\d\d$/.test(pair) && !/^[\p{L}][\p{L}]$/u.test(pair);
}
