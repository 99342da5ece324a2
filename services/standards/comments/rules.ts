/** Rules of legacy comments: the query filter for visible ones, and the types of resolution (S11). */
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';

/** The types of resolution; their ids count from 1. */
export const COMMENT_RESOLUTIONS = [
  'accepted',
  'accepted as noted',
  'revise and resubmit',
  'rejected',
  'answered',
  'closed',
] as const;

/** The comments that one reader sees. */
export interface CommentVisibility {
  /** The company of the reader; null without one. */
  companyId: number | null;
  userId: number;
  /** Comments of these projects only; null means outside any project. */
  projectIds: readonly (number | null)[];
}

/** Readers see their own comments, those of their company, and all external ones. */
export const visibilityFor = (
  { company, user }: UserPrincipal,
  projectIds: readonly (number | null)[],
): CommentVisibility => ({ companyId: company?.id ?? null, userId: user.id, projectIds });

/** The filter of the comments on a standard that a reader sees. */
export function buildVisibleFilter(
  standardId: number,
  { companyId, userId, projectIds }: CommentVisibility,
): Record<string, unknown> {
  return {
    standard_id: standardId,
    project_id: { $in: [...projectIds] },
    $or: [
      { external: true },
      { 'author.userId': userId },
      // Authors without a company form no company.
      ...(companyId === null ? [] : [{ company_id: companyId }]),
    ],
  };
}
