/**
 * Shapes of legacy comments, which standards and datasheets share: stored before project comments existed, and now only
 * read (decisions S11, S25).
 */
import { cappedListMembers, person } from './common-shapes.ts';
import type { IdKind } from './id-kinds.ts';
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

/** A list of comments on standards or on datasheets. @param element the kind of id of what a comment is on in them */
export const legacyCommentList = <const K extends IdKind>(element: K) =>
  s.named(
    'LegacyCommentList',
    s.object({
      comments: s.list(
        s.named(
          'LegacyComment',
          s.object({
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
            /** What the comment is on: a standard or a datasheet. */
            standard_id: s.optional(s.idOf('standard')),
            datasheet_id: s.optional(s.idOf('datasheet')),
            /** The element of the standard or the field of the datasheet; null: on the whole. */
            element_id: s.nullable(s.idOf(element)),
            /** On a standard: the project in which it was made. */
            project_id: s.optional(s.nullable(s.idOf('project'))),
          }),
        ),
      ),
      ...cappedListMembers,
    }),
  );
