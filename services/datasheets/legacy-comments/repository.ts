/**
 * Repository of legacy comments on datasheets and templates, only read: the list that a reader sees, and
 * counts by field.
 */

import type { Connection } from 'mongoose';
import { defineCollection, type Page, Records } from '../../../shared/kernel/database/records.ts';
import {
  buildReaderFilter,
  type LegacyComment,
  type LegacyCommentReader,
} from '../../../shared/legacy-comments/legacy-comment.ts';

export interface LegacyDatasheetCommentRecord extends LegacyComment {
  /** Null: on the template of a standard in a project. */
  datasheet_id: number | null;
  /** Only on a template. */
  standard_id: number | null;
  project_id: number;
  /** A datasheet field; null: on the whole. */
  element_id: number | null;
}

const legacyDatasheetCommentCollection = defineCollection<LegacyDatasheetCommentRecord>('legacy_comments', [
  [{ datasheet_id: 1, created_at: 1, _id: 1 }],
  [{ project_id: 1, standard_id: 1 }],
]);

/** The subject of comments: a datasheet, or the template of a standard in a project. */
export type CommentedSubject =
  | { datasheet_id: number }
  | { datasheet_id: null; standard_id: number; project_id: number };

interface ElementCount {
  element_id: number | null;
  count: number;
}

export class LegacyDatasheetComments extends Records<LegacyDatasheetCommentRecord> {
  constructor(connection: Connection) {
    super(legacyDatasheetCommentCollection(connection));
  }

  /** The comments on a datasheet that a reader sees, oldest first. */
  listVisible(
    datasheetId: number,
    reader: LegacyCommentReader,
    elementId: number | undefined,
    limit: number,
  ): Promise<Page<LegacyDatasheetCommentRecord>> {
    const filter = {
      datasheet_id: datasheetId,
      ...(elementId === undefined ? {} : { element_id: elementId }),
      ...buildReaderFilter(reader),
    };
    return this.page(filter, { created_at: 1, _id: 1 }, { limit });
  }

  /** The number of comments that a reader sees on each field; those on the whole come first. */
  async countVisible(subject: CommentedSubject, reader: LegacyCommentReader): Promise<ElementCount[]> {
    const rows = await this.model.aggregate<{ _id: number | null; count: number }>([
      { $match: { ...subject, ...buildReaderFilter(reader) } },
      { $group: { _id: '$element_id', count: { $sum: 1 } } },
    ]);
    return rows
      .map(({ _id, count }) => ({ element_id: _id, count }))
      .sort((a, b) => (a.element_id ?? 0) - (b.element_id ?? 0));
  }
}
