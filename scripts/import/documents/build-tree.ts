/**
 * Builds the tree of a flat list of elements (JSON, or rows of a list). Outline numbers decide the parents where all
 * differ, and missing parents are added; where one repeats or is none of an outline, the order of the document decides
 * (`printed-order.ts`). Changes the given nodes; `number-outline.ts` then makes the numbers valid.
 */
import { ancestorsOf } from '../../../shared/revisioning/outline/address.ts';
import type { ReportChange } from './import-change.ts';
import { PrintedOrder } from './printed-order.ts';
import { readNumbers } from './source-number.ts';
import type { SourceNode } from './source-outline.ts';

/**
 * Puts each element below the one whose address its own begins with: `2.1.3` below `2.1`, in any order. Parents
 * that are missing are added as empty sections. An element without an address follows the one before it, or stands
 * below it where the next one does. Where a number repeats, or is none of an outline, the order of the document says
 * what stands below what (`printed-order.ts`).
 */
export function buildTree(list: readonly SourceNode[], report: ReportChange): SourceNode[] {
  const printed = list.map(({ sourceNumber }) => sourceNumber?.trim() ?? '').filter((text) => text !== '');
  const isOutline = printed.every((text) => readNumbers(text) !== null);
  const addSection = (address: string, below: SourceNode) => createSection(address, below, report);
  const tree =
    isOutline && new Set(printed.map(keyOf)).size === printed.length
      ? new TreeBuilder(list, addSection)
      : new PrintedOrder(addSection);
  const next = nextSourceNumbers(list);
  for (const [index, node] of list.entries()) tree.place(node, next[index] ?? '');
  return tree.roots;
}

/** For each element the next number behind it; '' for none. */
function nextSourceNumbers(list: readonly SourceNode[]): string[] {
  let next = '';
  return list
    .toReversed()
    .map((node) => {
      const behind = next;
      next = node.sourceNumber?.trim() || next;
      return behind;
    })
    .reverse();
}

type AddSection = (address: string, below: SourceNode) => SourceNode;

function createSection(address: string, below: SourceNode, report: ReportChange): SourceNode {
  const { source, sourceNumber: from } = below;
  report({ rule: 'section-added', source, address: null, from, to: address });
  return {
    source,
    position: below.position,
    sourceNumber: address,
    ordinal: Number(address.slice(address.lastIndexOf('.') + 1)),
    kind: 'section',
    heading: '',
    content: '',
    fields: [],
    children: [],
  };
}

/** The address as the tree compares it: numbers without leading zeros. */
function keyOf(sourceNumber: string): string {
  const plain = sourceNumber.trim();
  return readNumbers(plain)?.join('.') ?? plain;
}

/** The tree of different numbers, in any order: a parent can come behind its children. */
class TreeBuilder {
  readonly roots: SourceNode[] = [];
  readonly #addSection: AddSection;
  readonly #nodeAt = new Map<string, SourceNode>();
  readonly #parents = new Map<SourceNode, SourceNode | null>();
  #previous: SourceNode | null = null;

  constructor(list: readonly SourceNode[], addSection: AddSection) {
    this.#addSection = addSection;
    for (const node of list) {
      const key = keyOf(node.sourceNumber ?? '');
      if (key !== '') this.#nodeAt.set(key, node);
    }
  }

  /** @param next the next address in the list; '' for none */
  place(node: SourceNode, next: string): void {
    const numbers = readNumbers(node.sourceNumber?.trim() ?? '');
    node.ordinal = numbers?.at(-1) ?? null;
    this.#attach(node, numbers === null ? this.#parentBeside(next) : this.#numberedParent(node, numbers));
    this.#previous = node;
  }

  /** The parent of an element without an address. */
  #parentBeside(next: string): SourceNode | null {
    const previous = this.#previous;
    if (previous === null) return null;
    const above = keyOf(previous.sourceNumber ?? '');
    const continues = above !== '' && keyOf(next).startsWith(`${above}.`);
    return continues ? previous : (this.#parents.get(previous) ?? null);
  }

  /** The node one level up, added with its own parents where it is missing. */
  #numberedParent(node: SourceNode, numbers: readonly number[]): SourceNode | null {
    let parent: SourceNode | null = null;
    for (const address of ancestorsOf(numbers.join('.'))) {
      let found = this.#nodeAt.get(address);
      if (found === undefined) {
        found = this.#addSection(address, node);
        this.#nodeAt.set(address, found);
        this.#attach(found, parent);
      }
      parent = found;
    }
    return parent;
  }

  #attach(node: SourceNode, parent: SourceNode | null): void {
    this.#parents.set(node, parent);
    (parent?.children ?? this.roots).push(node);
  }
}
