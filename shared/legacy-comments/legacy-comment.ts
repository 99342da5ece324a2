/**
 * Legacy comments, stored before project comments existed: what standards and datasheets share of their
 * record, its view, and the condition for those that a reader sees. Nothing writes them.
 */
import type { legacyCommentList } from '../contracts/legacy-comment-shapes.ts';
import type { Infer } from '../contracts/schema.ts';
import type { UserPrincipal } from '../kernel/auth/principal.ts';
import type { Person } from '../kernel/service/request-context.ts';

/** A legacy comment without what it is about. */
export interface LegacyComment {
  _id: number;
  body: string;
  /** Marked for readers of other companies, too. */
  external: boolean;
  author: Person | null;
  /** The company of the author at that time. */
  company_id: number | null;
  created_at: Date;
  /** A type of resolution; null while it is not resolved. */
  resolution_id: number | null;
  resolved_by: Person | null;
  resolved_at: Date | null;
}

/** A person who reads legacy comments. */
export interface LegacyCommentReader {
  userId: number;
  /** Null without one. */
  companyId: number | null;
}

export const legacyCommentReader = ({ company, user }: UserPrincipal): LegacyCommentReader => ({
  userId: user.id,
  companyId: company?.id ?? null,
});

/** The comments that a reader sees: its own, its company's, and the external ones of everybody else. */
export const buildReaderFilter = ({ companyId, userId }: LegacyCommentReader) => ({
  $or: [
    { external: true },
    { 'author.userId': userId },
    // Authors without a company form no company.
    ...(companyId === null ? [] : [{ company_id: companyId }]),
  ],
});

type Subject = 'standard_id' | 'datasheet_id' | 'element_id' | 'project_id';
type CommentView = Infer<ReturnType<typeof legacyCommentList>>['comments'][number];

/** The members that all legacy comments show: not what the comment is on. */
export const presentLegacyComment = (comment: LegacyComment): Omit<CommentView, Subject> => ({
  id: comment._id,
  body: comment.body,
  external: comment.external,
  author: comment.author,
  company_id: comment.company_id,
  created_at: comment.created_at.toISOString(),
  resolution_id: comment.resolution_id,
  resolved_by: comment.resolved_by,
  resolved_at: comment.resolved_at?.toISOString() ?? null,
});
