/**
 * Finds the clauses of a text without identities in the outline before, by content and place together, as change
 * detection for hierarchical texts does (Chawathe et al. 1996; GumTree): first what is equal, then what is alike
 * and has a printed number that no other clause has, then what is alike in order below matched parents, then
 * elsewhere. The address decides only between equals, and a printed number before it.
 * Pure; equal input gives equal output.
 */
import { alignSiblings, type Pair } from './align-siblings.ts';
import {
  type MatchReason,
  match,
  NodeLikeness,
  type TextClause,
  type TextNode,
  toTree,
} from './text-tree.ts';

export interface TextMatches {
  /** By position in now; absent where a clause is new. */
  matches: Map<number, TextMatch>;
  /** New clauses with the clause of before that they resemble most, and that has no match, by position. */
  resembling: { before: number; now: number; likeness: number }[];
}

/** A clause of before. */
interface TextMatch {
  /** Its position. */
  before: number;
  by: MatchReason;
  /** Of the words of both, from 0 to 1. */
  likeness: number;
}

/** Likeness from which a clause elsewhere in the text is the same one. */
const ALIKE_ELSEWHERE = 0.6;
/** Likeness from which a clause in order below matched parents is the same one. */
const ALIKE_IN_PLACE = 0.4;
/** Likeness from which somebody should say whether a new clause is an old one. */
const RESEMBLING = 0.3;
/** What an equal heading adds in place. */
const SAME_HEADING = 0.5;
/** What an equal address adds: enough to decide between equals. */
const SAME_ADDRESS = 0.01;
/** What an equal printed number adds: more than an address. */
const SAME_LABEL = 0.02;
/** Likeness from which a clause whose printed number no other has, before or now, is the same one. */
const ALIKE_UNDER_LABEL = 0.3;
/** Four words, which a text needs to be recognised wherever it is: "General" is the heading of many clauses. */
const TELLING = /^[^\p{L}]*(?:\p{L}+[^\p{L}]+){3}\p{L}/u;
/** A clause of before for those that have none. */
const NOWHERE = toTree([]).root;
/** The text of a clause without heading and content (`toTree`). */
const NO_TEXT = '';
/** The share of the clauses below two sections that makes them one. */
const MOSTLY = 0.5;
/** Words of a clause by which it is looked up elsewhere, and the clauses that one of them finds. */
const LOOKED_UP_WORDS = 12;
const CLAUSES_OF_WORD = 40;

/**
 * @param before and now in outline order
 * @param known positions in now with those in before: clauses sent with their identity
 */
export function matchTexts(
  before: readonly TextClause[],
  now: readonly TextClause[],
  known: ReadonlyMap<number, number> = new Map(),
): TextMatches {
  const [old, fresh] = [toTree(before), toTree(now)];
  const likeness = new NodeLikeness(old.nodes, fresh.nodes);
  for (const [at, was] of known) match(old.nodes[was], fresh.nodes[at], 'identity');
  const matchAround = (): void => {
    matchUp(fresh.nodes);
    matchDown(old.root, fresh.root, likeness);
  };
  const repeated = matchOnlyTexts(old.nodes, fresh.nodes);
  matchLabels(old.nodes, fresh.nodes, likeness);
  matchAround();
  matchRepeatedTexts(repeated);
  for (const pair of findAlike(old.nodes, fresh.nodes, likeness, ALIKE_ELSEWHERE))
    match(pair.old, pair.fresh, 'likeness');
  matchAround();
  const matches = new Map<number, TextMatch>();
  for (const node of fresh.nodes)
    if (node.match && node.by)
      matches.set(node.index, {
        before: node.match.index,
        by: node.by,
        likeness: likeness.of(node.match, node),
      });
  return { matches, resembling: findResembling(old.nodes, fresh.nodes, likeness) };
}

/** Each new clause with the one that it resembles most; an old one once. */
function findResembling(
  old: readonly TextNode[],
  fresh: readonly TextNode[],
  likeness: NodeLikeness,
): TextMatches['resembling'] {
  const seen = new Set<TextNode>();
  return findAlike(old, fresh, likeness, RESEMBLING).flatMap((pair) => {
    if (seen.has(pair.old) || seen.has(pair.fresh)) return [];
    seen.add(pair.old).add(pair.fresh);
    return { before: pair.old.index, now: pair.fresh.index, likeness: pair.likeness };
  });
}

/** Clauses of two outlines that have one text. */
interface SameText {
  old: TextNode[];
  fresh: TextNode[];
}

/**
 * Matches each text that one clause has before and one now, a short one only at the same address.
 * @returns the texts that several have
 */
function matchOnlyTexts(old: readonly TextNode[], fresh: readonly TextNode[]): Map<string, SameText> {
  const repeated = new Map<string, SameText>();
  const texts = new Map<string, SameText>();
  for (const node of old) {
    const same = texts.get(node.text);
    if (same) same.old.push(node);
    else texts.set(node.text, { old: [node], fresh: [] });
  }
  for (const node of fresh) texts.get(node.text)?.fresh.push(node);
  for (const [text, same] of texts) {
    const [was, now] = [same.old[0], same.fresh[0]];
    if (!was || !now) continue;
    if (same.old.length + same.fresh.length > 2) repeated.set(text, same);
    else if (isSameClause(text, was.clause, now.clause)) match(was, now, 'text');
  }
  return repeated;
}

/** Whether two clauses are one when no other has their text. */
export const isSameClause = (text: string, was: TextClause, now: TextClause): boolean =>
  was.address === now.address || isTelling(text);

/**
 * Matches clauses with one printed number that no other clause has, where their words are alike, wherever they are. Not
 * where the text of one of them is that of another clause: a text outweighs its number.
 */
function matchLabels(old: readonly TextNode[], fresh: readonly TextNode[], likeness: NodeLikeness): void {
  const [before = new Map<string, TextNode>(), now = before] = [old, fresh].map(byOnlyLabel);
  if (before.size === 0 || now.size === 0) return;
  const [oldTexts, freshTexts] = [old, fresh].map((nodes) => new Set(nodes.map(({ text }) => text)));
  for (const [label, node] of now) {
    const was = before.get(label);
    if (!was || was.match || node.match) continue;
    const isSame = was.text === node.text;
    const isElsewhere =
      (isTelling(was.text) && freshTexts?.has(was.text)) ||
      (isTelling(node.text) && oldTexts?.has(node.text));
    if (isSame) match(was, node, 'text');
    else if (!isElsewhere && isAlikeUnderLabel(was, node, likeness)) match(was, node, 'label');
  }
}

const isAlikeUnderLabel = (was: TextNode, node: TextNode, likeness: NodeLikeness): boolean =>
  (was.clause.toc_content !== '' && was.clause.toc_content === node.clause.toc_content) ||
  likeness.of(was, node) >= ALIKE_UNDER_LABEL;

/** The clauses whose label no other one has. */
function byOnlyLabel(nodes: readonly TextNode[]): Map<string, TextNode> {
  const groups = Map.groupBy(nodes, ({ clause }) => clause.label ?? '');
  groups.delete('');
  return new Map(
    [...groups].flatMap(([label, [node, another]]) => (node && !another ? [[label, node] as const] : [])),
  );
}

/** Matches what is left of texts that several clauses have: those at the same address, and long ones in order. */
function matchRepeatedTexts(repeated: ReadonlyMap<string, SameText>): void {
  for (const [text, { old, fresh }] of repeated) {
    const left = new Map(old.flatMap((node) => (node.match ? [] : [[node.clause.address, node]])));
    const others = fresh.filter((node) => {
      if (node.match) return false;
      const same = left.get(node.clause.address);
      left.delete(node.clause.address);
      match(same, node, 'text');
      return !same;
    });
    if (!isTelling(text)) continue;
    const inOrder = left.values();
    for (const node of others) match(inOrder.next().value, node, 'text');
  }
}

const isTelling = (text: string): boolean => TELLING.test(text);

/** Matches clauses below matched parents, from above: those that are alike enough, in order. */
function matchDown(old: TextNode, fresh: TextNode, likeness: NodeLikeness): void {
  const alike = (one: TextNode, other: TextNode): number => likenessInPlace(one, other, likeness);
  const pairs: Pair[] = [[old, fresh]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [above, below] = pair;
    for (const [one, other] of alignSiblings(above.children, below.children, alike, ALIKE_IN_PLACE))
      match(one, other, one.text === other.text ? 'text' : 'likeness');
    pairs.push(...pairsBelow(above, below));
  }
}

/** The matched clauses below a clause, and those without a match that are at one address. */
function pairsBelow(above: TextNode, { children }: TextNode): Pair[] {
  const left = above.children.filter(({ match: now }) => !now);
  const places = new Map(left.map((child) => [child.clause.address, child]));
  return children.flatMap((child): Pair[] => {
    const old = child.match ?? places.get(child.clause.address);
    return old ? [[old, child]] : pairsBelow(NOWHERE, child);
  });
}

/** Likeness of clauses below one parent: by their words, their heading, and what is below them. Above 1 where they are equal. */
function likenessInPlace(old: TextNode, fresh: TextNode, likeness: NodeLikeness): number {
  const atSameAddress = old.clause.address === fresh.clause.address ? SAME_ADDRESS : 0;
  const { label } = old.clause;
  const sameNumber = atSameAddress + (label !== undefined && label === fresh.clause.label ? SAME_LABEL : 0);
  if (old.text === fresh.text) return 2 + sameNumber;
  // A clause that was emptied, or written for the first time.
  if (atSameAddress && (old.text === NO_TEXT || fresh.text === NO_TEXT)) return ALIKE_IN_PLACE;
  const words = likeness.of(old, fresh);
  const heading = old.clause.toc_content === '' ? undefined : old.clause.toc_content;
  const underHeading = heading === fresh.clause.toc_content ? SAME_HEADING + words / 2 : words;
  return Math.max(underHeading, shareBelow(old, fresh)) + sameNumber;
}

/** The share of the clauses directly below two clauses that are the same, from 0 to 1. */
function shareBelow(old: TextNode, fresh: TextNode): number {
  const total = old.children.length + fresh.children.length;
  const same = fresh.children.filter(({ match: before }) => before?.parent === old);
  return total === 0 ? 0 : (2 * same.length) / total;
}

/** Matches clauses most of whose clauses are the same, from below. */
function matchUp(fresh: readonly TextNode[]): void {
  for (const node of fresh.toReversed()) {
    if (node.match) continue;
    const parents = new Set(node.children.flatMap(({ match: same }) => same?.parent ?? []));
    const shares = [...parents]
      .filter((parent) => !parent.match && parent.index >= 0)
      .map((parent) => ({ parent, share: shareBelow(parent, node) }));
    const best = shares.find(({ share }) => share > MOSTLY);
    match(best?.parent, node, 'clauses_below');
  }
}

interface AlikePair {
  old: TextNode;
  fresh: TextNode;
  likeness: number;
}

/** Clauses without a match that are alike, wherever they are; the most alike first. */
function findAlike(
  old: readonly TextNode[],
  fresh: readonly TextNode[],
  likeness: NodeLikeness,
  least: number,
): AlikePair[] {
  const [before = [], now = []] = [old, fresh].map((nodes) =>
    nodes.filter((node) => !node.match && isTelling(node.text)),
  );
  if (before.length === 0 || now.length === 0) return [];
  const byWord = new Map<number, TextNode[]>();
  for (const node of before)
    for (const word of likeness.rarestWords(node, LOOKED_UP_WORDS)) {
      const known = byWord.get(word);
      if (!known) byWord.set(word, [node]);
      else if (known.length < CLAUSES_OF_WORD) known.push(node);
    }
  return now
    .flatMap((node): AlikePair[] => {
      const words = likeness.rarestWords(node, LOOKED_UP_WORDS);
      const candidates = new Set(words.flatMap((word) => byWord.get(word) ?? []));
      return Array.from(candidates, (candidate) => ({
        old: candidate,
        fresh: node,
        likeness: likeness.of(candidate, node),
      })).filter((pair) => pair.likeness >= least);
    })
    .sort((a, b) => b.likeness - a.likeness || a.fresh.index - b.fresh.index || a.old.index - b.old.index);
}
