/** Members of a legacy comment that standards and datasheets share (decisions S11, S25). */
import { person } from './common-shapes.ts';
import * as s from './schema.ts';

/** Their number by element or field; null for those on the whole. */
export const legacyCommentCounts = s.named(
  'LegacyCommentCounts',
  s.object({
    counts: s.list(
      s.named('LegacyCommentCount', s.object({ element_id: s.nullable(s.integer), count: s.integer })),
    ),
    total: s.integer,
  }),
);

/** All members but those that say what the comment is about. */
export const legacyCommentMembers = {
  id: s.idOf('comment'),
  body: s.text,
  /** Meant for other companies, too. */
  external: s.boolean,
  author: s.nullable(person),
  company_id: s.nullable(s.idOf('company')),
  created_at: s.time,
  /** A type of comment-resolutions; null while it is not resolved. */
  resolution_id: s.nullable(s.idOf('commentResolution')),
  resolved_by: s.nullable(person),
  resolved_at: s.nullable(s.time),
} as const;
