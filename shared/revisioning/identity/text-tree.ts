/** Data structure for `match-texts.ts`: the clauses of a text as a tree, with the words and label of each. Pure. */
import { parentOf } from '../outline/address.ts';
import { TextLikeness, textOf, type WeighedWords, type Wording } from './text-likeness.ts';

/** A clause whose identity is sought. */
export interface TextClause extends Wording {
  address: string;
  /** The printed number. */
  label?: string;
}

/** What told that two clauses are one. */
export type MatchReason = 'identity' | 'text' | 'label' | 'likeness' | 'clauses_below';

/** A clause of one of two texts. */
export interface TextNode {
  /** In the list of clauses; -1 above the top level. */
  index: number;
  clause: TextClause;
  parent: TextNode | null;
  children: TextNode[];
  /** Heading and text. */
  text: string;
  /** The same clause in the other text. */
  match: TextNode | null;
  by: MatchReason | null;
}

export interface TextTree {
  /** Above the clauses of the top level. */
  root: TextNode;
  /** In the order of the list. */
  nodes: TextNode[];
}

/** @param clauses parents before their clauses; one without its parent counts as one of the top level */
export function toTree(clauses: readonly TextClause[]): TextTree {
  const root = toNode({ address: '', toc_content: '', content: '' }, -1, null);
  const byAddress = new Map<string, TextNode>();
  const nodes = clauses.map((clause, index) => {
    const parent = byAddress.get(parentOf(clause.address) ?? '') ?? root;
    const node = toNode(clause, index, parent);
    parent.children.push(node);
    byAddress.set(clause.address, node);
    return node;
  });
  return { root, nodes };
}

const toNode = (clause: TextClause, index: number, parent: TextNode | null): TextNode => ({
  index,
  clause,
  parent,
  children: [],
  text: textOf(clause),
  match: null,
  by: null,
});

/** Makes two clauses one, unless one of them is matched. */
export function match(old: TextNode | undefined, fresh: TextNode | undefined, by: MatchReason): void {
  if (!old || !fresh || old.match || fresh.match) return;
  old.match = fresh;
  fresh.match = old;
  fresh.by = by;
}

/** Likeness of clauses of two texts. */
export class NodeLikeness {
  readonly #words = new Map<TextNode, WeighedWords>();
  readonly #texts: TextLikeness;

  constructor(...nodes: readonly (readonly TextNode[])[]) {
    this.#texts = new TextLikeness(() => nodes.flat().map(({ text }) => text));
  }

  of(one: TextNode, other: TextNode): number {
    if (one.text === other.text) return 1;
    return this.#texts.likeness(this.#wordsOf(one), this.#wordsOf(other));
  }

  /** The words that the fewest clauses have. */
  rarestWords(node: TextNode, atMost: number): number[] {
    return this.#wordsOf(node)
      .words.toSorted((a, b) => this.#texts.weightOf(b) - this.#texts.weightOf(a))
      .slice(0, atMost);
  }

  #wordsOf(node: TextNode): WeighedWords {
    const known = this.#words.get(node);
    if (known) return known;
    const words = this.#texts.weigh(node.text);
    this.#words.set(node, words);
    return words;
  }
}
