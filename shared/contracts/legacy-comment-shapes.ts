/** Members of a legacy comment that standards and datasheets share (decisions S11, S25). */
import { person } from './common-shapes.ts';
import { boolean, idOf, nullable, text, time } from './schema.ts';

/** All members but those that say what the comment is about. */
export const legacyCommentMembers = {
  id: idOf('comment'),
  body: text,
  /** Meant for other companies, too. */
  external: boolean,
  author: nullable(person),
  company_id: nullable(idOf('company')),
  created_at: time,
  /** A type of comment-resolutions; null while it is not resolved. */
  resolution_id: nullable(idOf('commentResolution')),
  resolved_by: nullable(person),
  resolved_at: nullable(time),
} as const;
