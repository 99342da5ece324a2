/**
 * Test fixture: real documents with generated edits (insertions, deletions, moved branches, reworded and divided
 * clauses, then new numbers), and which clause of the original each clause of the result is.
 */
import { childOf, parentOf } from '../outline/address.ts';
import { labelMember } from '../outline/outline.ts';
import type { TextClause } from './text-tree.ts';

/** A clause with its position in the document before; null where it is new. */
export interface TracedClause extends TextClause {
  origin: number | null;
}

interface Branch {
  toc_content: string;
  content: string;
  /** Printed numbers stay with their clauses. */
  label?: string | undefined;
  origin: number | null;
  below: Branch[];
}

const EDITS = ['insert', 'delete', 'move', 'reword', 'reword', 'divide'] as const;
/** Larger branches stay, so that a history of a few edits does not lose the document. */
const LARGEST_MOVED = 30;
const REWORDED_SHARE = 1 / 3;

/**
 * @param share of the clauses that are edited, 0 to 1
 * @param seed equal ones give equal results
 */
export function editDocument(clauses: readonly TextClause[], share: number, seed: number): TracedClause[] {
  const random = numbersFrom(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const root: Branch = { toc_content: '', content: '', origin: null, below: toBranches(clauses) };
  const vocabulary = clauses.flatMap(({ content }) => content.match(/\p{L}{4,}/gu) ?? []);
  const reworded = new Set<Branch>();
  const reword = (text: string, part: number): string =>
    text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (random() < part ? (pick(vocabulary) ?? word) : word));

  for (let edits = Math.max(1, Math.round(clauses.length * share)); edits > 0; edits -= 1) {
    const branches = below(root);
    const one = pick(branches);
    const parent = one && [root, ...branches].find((branch) => branch.below.includes(one));
    if (!one || !parent) break;
    const size = below(one).length;
    const at = parent.below.indexOf(one);
    switch (pick(EDITS)) {
      case 'insert': {
        const content = reword(`${one.content} ${pick(branches)?.content ?? ''}`, 0.7);
        parent.below.splice(at, 0, { toc_content: '', content, origin: null, below: [] });
        break;
      }
      case 'delete':
        if (size < LARGEST_MOVED) parent.below.splice(at, 1);
        break;
      case 'move': {
        if (size >= LARGEST_MOVED) break;
        parent.below.splice(at, 1);
        const target = pick([root, ...below(root)]) ?? root;
        target.below.splice(Math.floor(random() * (target.below.length + 1)), 0, one);
        break;
      }
      case 'reword':
        if (!reworded.has(one)) one.content = reword(one.content, REWORDED_SHARE);
        reworded.add(one);
        break;
      case 'divide': {
        const sentences = one.content.split(/(?<=\.)\s+/);
        const half = Math.ceil(sentences.length / 2);
        if (sentences.length < 2) break;
        one.content = sentences.slice(0, half).join(' ');
        const content = sentences.slice(half).join(' ');
        parent.below.splice(at + 1, 0, { toc_content: '', content, origin: null, below: [] });
        break;
      }
    }
  }
  return number(root.below, null);
}

function toBranches(clauses: readonly TextClause[]): Branch[] {
  const top: Branch[] = [];
  const byAddress = new Map<string, Branch>();
  for (const [origin, { address, toc_content, content, label }] of clauses.entries()) {
    const branch: Branch = { toc_content, content, label, origin, below: [] };
    byAddress.set(address, branch);
    (byAddress.get(parentOf(address) ?? '')?.below ?? top).push(branch);
  }
  return top;
}

const below = (branch: Branch): Branch[] => branch.below.flatMap((one) => [one, ...below(one)]);

const number = (branches: readonly Branch[], parent: string | null): TracedClause[] =>
  branches.flatMap(({ toc_content, content, label, origin, below: children }, at) => {
    const address = childOf(parent, at + 1);
    return [{ address, toc_content, content, ...labelMember(label), origin }, ...number(children, address)];
  });

/** A linear congruential generator: numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
