/**
 * Reports, for an outline that was sent without ids, which old clause each clause was taken for, and which are new or
 * gone. Pure.
 */
import type { Element } from '../outline/outline.ts';
import type { FollowedClause, FollowedTexts } from './follow-texts.ts';
import type { MatchReason } from './text-tree.ts';

type Placed = Pick<Element, 'element_id' | 'address'>;

/** What followed what. */
export interface IdentityReport {
  /** The number of clauses that are where they were. */
  kept: number;
  moved: { elementId: number; from: string; to: string; by: MatchReason }[];
  /** Addresses. */
  new: string[];
  deleted: { elementId: number; address: string }[];
  /** Clauses that are hardly like the one of before, and those of before that a new one resembles. */
  uncertain: { elementId: number; from: string; to: string; likeness: number; followed: boolean }[];
}

/** Likeness below which somebody should look. */
export const CERTAIN = 0.6;

/**
 * @param now the elements with their identities, in any order
 * @param sent the same as they were sent
 */
export function reportIdentities(
  before: readonly Placed[],
  now: readonly Placed[],
  sent: readonly { address: string }[],
  { followed, alike }: FollowedTexts,
): IdentityReport {
  const old = new Map(before.map((element) => [element.element_id, element]));
  const followedAt = new Map<string, FollowedClause>();
  for (const [index, clause] of followed) followedAt.set(sent[index]?.address ?? '', clause);
  const report: IdentityReport = { kept: 0, moved: [], new: [], deleted: [], uncertain: [] };
  for (const { element_id: elementId, address } of now) {
    const was = old.get(elementId);
    const { by = 'identity', likeness = 1 } = followedAt.get(address) ?? {};
    if (!was) report.new.push(address);
    else if (was.address === address) report.kept += 1;
    else report.moved.push({ elementId, from: was.address, to: address, by });
    if (was && likeness < CERTAIN)
      report.uncertain.push({
        elementId,
        from: was.address,
        to: address,
        likeness: rounded(likeness),
        followed: true,
      });
    old.delete(elementId);
  }
  report.deleted = Array.from(old.values(), ({ element_id, address }) => ({
    elementId: element_id,
    address,
  }));
  for (const { element_id, index, likeness } of alike) {
    const [was, to] = [old.get(element_id), sent[index]?.address];
    if (was && to !== undefined)
      report.uncertain.push({
        elementId: element_id,
        from: was.address,
        to,
        likeness: rounded(likeness),
        followed: false,
      });
  }
  return report;
}

const rounded = (likeness: number): number => Math.round(likeness * 100) / 100;
