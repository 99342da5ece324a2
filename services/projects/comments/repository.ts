/** Repository of project comments: pages of a project, threads of datasheets, and compare-and-set changes. */
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import type {
  CommentAnchorType,
  CommentIntent,
  CommentParty,
  CommentState,
} from '../../../shared/contracts/comment-words.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import type { CommentChange } from './comment-lifecycle.ts';
import { type CommentRecord, commentCollection } from './model.ts';

interface CommentFilter {
  anchorType: CommentAnchorType | undefined;
  anchorId: number | undefined;
  intent: CommentIntent | undefined;
  state: CommentState | undefined;
  /** The stored holders. */
  heldBy: readonly CommentParty[] | undefined;
}

export class Comments extends NumberedRecords<CommentRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(commentCollection(connection), counters);
  }

  find(projectId: number, id: number, session: ClientSession | null = null): Promise<CommentRecord | null> {
    return this.findOne({ _id: id, project_id: projectId }, session);
  }

  /** The comments of a project that match, newest first. */
  async listPage(projectId: number, filter: CommentFilter, range: PageRange): Promise<Page<CommentRecord>> {
    const { anchorType, anchorId, intent, state, heldBy } = filter;
    if (heldBy?.length === 0) return { rows: [], total: 0 };
    const matching: QueryFilter<CommentRecord> = {
      project_id: projectId,
      ...(anchorType === undefined ? {} : { anchor_type: anchorType }),
      ...(anchorId === undefined ? {} : { anchor_id: anchorId }),
      ...(intent === undefined ? {} : { intent }),
      ...(state === undefined ? {} : { state }),
      ...(heldBy === undefined ? {} : { held_by: { $in: [...heldBy] } }),
    };
    return this.page(matching, { _id: -1 }, range);
  }

  /** The open comments of some projects, newest first. */
  async listOpen(projectIds: readonly number[], limit: number): Promise<CommentRecord[]> {
    if (projectIds.length === 0) return [];
    const filter = { state: 'open' as const, project_id: { $in: [...projectIds] } };
    return this.findAll(filter, { sort: { _id: -1 }, limit });
  }

  /** The comments on the fields of a datasheet, newest first. */
  listFieldThread(projectId: number, datasheetId: number, limit: number): Promise<CommentRecord[]> {
    return this.findAll(
      { project_id: projectId, anchor_id: datasheetId, anchor_type: 'datasheet_field' },
      { sort: { _id: -1 }, limit },
    );
  }

  /** The comment after a change; null when it was changed or deleted since it was read. */
  change(
    session: ClientSession,
    { _id, change_count }: CommentRecord,
    change: CommentChange,
  ): Promise<CommentRecord | null> {
    return this.update(session, { _id, change_count }, { $set: change, $inc: { change_count: 1 } });
  }

  /** Deletes a comment; false when it was changed or deleted since it was read. */
  async delete(session: ClientSession, { _id, change_count }: CommentRecord): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id, change_count }, { session });
    return deletedCount > 0;
  }
}
