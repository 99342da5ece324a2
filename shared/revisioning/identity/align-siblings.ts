/** Aligns two rows of siblings: pairs that are alike, in order, with the greatest likeness in all. Pure. */
import { findChanges } from '../../text/list-changes.ts';
import type { TextNode } from './text-tree.ts';

/** A clause of before and the one that it became. */
export type Pair = readonly [old: TextNode, fresh: TextNode];

/** Most pairs of clauses of a gap that are compared each with each. */
const MAX_CELLS = 250_000;

/**
 * Pairs of siblings that have no match yet, between those that have one.
 * @param least likeness of a pair
 */
export function alignSiblings(
  old: readonly TextNode[],
  fresh: readonly TextNode[],
  likeness: (one: TextNode, other: TextNode) => number,
  least: number,
): Pair[] {
  if (old.every(isMatched) || fresh.every(isMatched)) return [];
  const places = new Map(old.map((node, at) => [node, at]));
  const pairs: Pair[] = [];
  const anchors = inOrder(
    fresh.flatMap((node, at) => {
      const place = node.match ? places.get(node.match) : undefined;
      return place === undefined ? [] : [{ old: place, fresh: at }];
    }),
  );
  let [fromOld, fromFresh] = [0, 0];
  for (const anchor of [...anchors, { old: old.length, fresh: fresh.length }]) {
    const left = old.slice(fromOld, anchor.old).filter((node) => !node.match);
    const right = fresh.slice(fromFresh, anchor.fresh).filter((node) => !node.match);
    pairs.push(...alignChanged(left, right, likeness, least));
    [fromOld, fromFresh] = [anchor.old + 1, anchor.fresh + 1];
  }
  return pairs;
}

const isMatched = (node: TextNode): boolean => node.match !== null;

interface Anchor {
  old: number;
  fresh: number;
}

/** The longest run of anchors that is in order on both sides (patience). @param anchors in the order of fresh */
function inOrder(anchors: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, { old }] of anchors.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[tails[middle] ?? 0]?.old ?? 0) < old) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  }
  const run: Anchor[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor) run.push(anchor);
  }
  return run.reverse();
}

/**
 * Pairs the clauses at both ends that are as they were, which no other ones are more alike, and then what stands between:
 * where many clauses have one text, this is all but one edit.
 */
function alignChanged(
  left: readonly TextNode[],
  right: readonly TextNode[],
  likeness: (one: TextNode, other: TextNode) => number,
  least: number,
): Pair[] {
  const pairs: Pair[] = [];
  const isPair = (one: TextNode | undefined, other: TextNode | undefined): boolean => {
    if (!one || !other || !isUnchanged(one, other)) return false;
    pairs.push([one, other]);
    return true;
  };
  let [from, leftEnd, rightEnd] = [0, left.length, right.length];
  while (isPair(left[from], right[from])) from += 1;
  while (Math.min(leftEnd, rightEnd) > from && isPair(left[leftEnd - 1], right[rightEnd - 1])) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  pairs.push(...alignGap(left.slice(from, leftEnd), right.slice(from, rightEnd), likeness, least));
  return pairs;
}

const isUnchanged = ({ text, clause }: TextNode, other: TextNode): boolean =>
  clause.address === other.clause.address && clause.label === other.clause.label && text === other.text;

/** Pairs equal texts in order, by the differences of both rows; then what stands between them. */
function alignLongGap(
  left: readonly TextNode[],
  right: readonly TextNode[],
  likeness: (one: TextNode, other: TextNode) => number,
  least: number,
): Pair[] {
  const [before, now] = [left, right].map((nodes) => nodes.map(({ text }) => text));
  const { changes } = findChanges(before ?? [], now ?? []);
  const pairs: Pair[] = [];
  let [a, b] = [0, 0];
  for (const change of [
    ...changes,
    { a: left.length, aEnd: left.length, b: right.length, bEnd: right.length },
  ]) {
    for (; a < change.a; a += 1, b += 1) {
      const [one, other] = [left[a], right[b]];
      if (one && other) pairs.push([one, other]);
    }
    const [old, fresh] = [left.slice(change.a, change.aEnd), right.slice(change.b, change.bEnd)];
    if (old.length * fresh.length <= MAX_CELLS) pairs.push(...alignGap(old, fresh, likeness, least));
    [a, b] = [change.aEnd, change.bEnd];
  }
  return pairs;
}

function alignGap(
  left: readonly TextNode[],
  right: readonly TextNode[],
  likeness: (one: TextNode, other: TextNode) => number,
  least: number,
): Pair[] {
  if (left.length === 0 || right.length === 0) return [];
  if (left.length * right.length > MAX_CELLS) return alignLongGap(left, right, likeness, least);
  const width = right.length + 1;
  const likenesses = new Float64Array(left.length * right.length);
  const best = new Float64Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const [one, other] = [left[i], right[j]];
      const alike = one && other ? likeness(one, other) : 0;
      likenesses[i * right.length + j] = alike;
      const paired = alike >= least ? alike + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const [one, other] = [left[i], right[j]];
    const alike = likenesses[i * right.length + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (one && other && alike >= least && here === alike + (best[(i + 1) * width + j + 1] ?? 0)) {
      pairs.push([one, other]);
      i += 1;
      j += 1;
    } else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}
