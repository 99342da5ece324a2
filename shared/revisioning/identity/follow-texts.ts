/**
 * Follows the texts of a submission to the clauses that they were: elements sent without identity take that of the
 * clause of the base whose text they are. A task and its result, both plain data, because a long one
 * is done on another thread. Pure.
 */
import { compareAddresses } from '../outline/address.ts';
import { type Element, labelMember } from '../outline/outline.ts';
import { isSameClause, matchTexts } from './match-texts.ts';
import { textOf } from './text-likeness.ts';
import type { MatchReason, TextClause } from './text-tree.ts';

/** A clause to which a text may be followed. */
type KnownClause = Pick<Element, 'element_id' | 'address' | 'toc_content' | 'content' | 'label'>;

/** An element as sent. */
export interface SubmittedElement extends Omit<Element, 'element_id'> {
  /** Unknown or foreign ids count as absent. */
  element_id?: number | null | undefined;
}

/** Texts to follow. */
export interface FollowTask {
  kind: 'follow';
  before: readonly KnownClause[];
  /** With their positions in the submission, in outline order. */
  now: (TextClause & { index: number })[];
  /** Positions in `now` with those in `before` of the elements that were sent with their identity. */
  known: Map<number, number>;
}

/** What an element was before. */
export interface FollowedClause {
  element_id: number;
  by: MatchReason;
  /** Of the words before and now, from 0 to 1. */
  likeness: number;
}

export interface FollowedTexts {
  /** What the elements without identity were before, by position in the submission; absent where one is new. */
  followed: Map<number, FollowedClause>;
  /** New elements with the clause of before that they resemble most, and that nothing became. */
  alike: { index: number; element_id: number; likeness: number }[];
}

/** Runs a task, on another thread where it is long. */
export type FollowTexts = (task: FollowTask | null) => Promise<FollowedTexts>;

/** The elements that were sent with an identity of the base, by position. */
export function claimById(
  base: readonly KnownClause[],
  elements: readonly SubmittedElement[],
): Map<number, number> {
  const known = new Set(base.map((element) => element.element_id));
  return new Map(
    elements.flatMap(({ element_id }, index) =>
      element_id != null && known.has(element_id) ? [[index, element_id]] : [],
    ),
  );
}

/** Null where each element was sent with its identity, or there is nothing before. */
export function toFollowTask(
  base: readonly KnownClause[],
  elements: readonly SubmittedElement[],
): FollowTask | null {
  const claimed = claimById(base, elements);
  if (claimed.size === elements.length || base.length === 0) return null;
  const places = new Map(base.map(({ element_id }, at) => [element_id, at]));
  const now = elements
    .map(({ address, toc_content, content, label }, index) => ({
      address,
      toc_content,
      content,
      ...labelMember(label),
      index,
    }))
    .sort((a, b) => compareAddresses(a.address, b.address));
  const known = new Map<number, number>();
  for (const [at, { index }] of now.entries()) {
    const id = claimed.get(index);
    const place = id === undefined ? undefined : places.get(id);
    if (place !== undefined) known.set(at, place);
  }
  return { kind: 'follow', before: base, now, known };
}

/** The clauses of both sides that neither place nor text alone matches: comparing those takes the time. */
export function clausesToCompare({ before, now: sent }: FollowTask): TextClause[] {
  const places = new Map(before.map((clause) => [clause.address, clause]));
  const unlike = sent.filter((clause) => {
    const was = places.get(clause.address);
    if (!was || was.content !== clause.content || was.toc_content !== clause.toc_content) return true;
    places.delete(clause.address);
    return false;
  });
  const [old, fresh] = [Map.groupBy(places.values(), textOf), Map.groupBy(unlike, textOf)];
  const isMatched = (clause: TextClause): boolean => {
    const text = textOf(clause);
    const [[was, ...othersBefore], [now, ...othersNow]] = [old.get(text) ?? [], fresh.get(text) ?? []];
    const isSingle = othersBefore.length + othersNow.length === 0;
    return isSingle && was !== undefined && now !== undefined && isSameClause(text, was, now);
  };
  return [...places.values(), ...unlike].filter((clause) => !isMatched(clause));
}

/** Finds what the elements without identity were before. */
export function followTexts(task: FollowTask | null): FollowedTexts {
  const followed = new Map<number, FollowedClause>();
  if (task === null) return { followed, alike: [] };
  const { before, now, known } = task;
  const { matches, resembling } = matchTexts(before, now, known);
  for (const [at, match] of matches) {
    const [clause, element] = [before[match.before], now[at]];
    if (!clause || !element || match.by === 'identity') continue;
    const { by, likeness } = match;
    followed.set(element.index, { element_id: clause.element_id, by, likeness });
  }
  const alike = resembling.flatMap(({ before: place, now: at, likeness }) => {
    const [clause, element] = [before[place], now[at]];
    return clause && element ? { index: element.index, element_id: clause.element_id, likeness } : [];
  });
  return { followed, alike };
}
