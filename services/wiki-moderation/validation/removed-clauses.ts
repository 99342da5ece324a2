/**
 * Finds the clauses of the current revision that a new text of the page no longer has, and for each whether it moved,
 * changed or is gone. Pure.
 */
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';

interface RemovedClause {
  address: string;
  /** `reoccupied`: another requirement has its address. */
  disposition: 'removed' | 'relocated' | 'reoccupied';
  movedTo?: string;
}

/** Below this share of common words two texts at one address are different requirements. */
const MIN_COMMON_WORDS = 0.25;

const wordingOf = ({ toc_content, content }: ElementContent): string => `${toc_content}\n${content}`.trim();

const wordsOf = (element: ElementContent): Set<string> =>
  new Set(
    wordingOf(element)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );

/** Whether one text may be an edit of the other. */
function isSameRequirement(before: ElementContent, after: ElementContent): boolean {
  if (wordingOf(before) === wordingOf(after)) return true;
  const old = wordsOf(before);
  const words = wordsOf(after);
  const common = [...words].filter((word) => old.has(word)).length;
  const smaller = Math.min(old.size, words.size);
  // An empty text says nothing about its requirement.
  return smaller === 0 || common / smaller >= MIN_COMMON_WORDS;
}

/** The removed clauses, in the order of the current revision. */
export function findRemovedClauses(
  current: readonly ElementContent[],
  next: readonly ElementContent[],
): RemovedClause[] {
  const oldAt = new Map(current.map((element) => [element.address, element]));
  const newAt = new Map(next.map((element) => [element.address, element]));
  // Where each text is new: not at an address that had it before.
  const arrivals = new Map<string, string[]>();
  for (const element of next) {
    const wording = wordingOf(element);
    const old = oldAt.get(element.address);
    if (wording === '' || (old && wordingOf(old) === wording)) continue;
    const addresses = arrivals.get(wording) ?? [];
    addresses.push(element.address);
    arrivals.set(wording, addresses);
  }
  const oldWordings = new Set(current.map(wordingOf));
  return current.flatMap((element): RemovedClause[] => {
    const { address } = element;
    const wording = wordingOf(element);
    const successor = newAt.get(address);
    if (successor && wordingOf(successor) === wording) return [];
    // One arrival for each clause: of two equal clauses, one arrival is the place of one.
    const movedTo = arrivals.get(wording)?.shift();
    if (movedTo !== undefined) return [{ address, disposition: 'relocated', movedTo }];
    if (!successor) return [{ address, disposition: 'removed' }];
    const isFromElsewhere = wordingOf(successor) !== '' && oldWordings.has(wordingOf(successor));
    if (isFromElsewhere || !isSameRequirement(element, successor))
      return [{ address, disposition: 'reoccupied' }];
    return [];
  });
}
