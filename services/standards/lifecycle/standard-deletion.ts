/**
 * Deletion of a standard in the transaction of the caller, with its revisions, working copies, comments and
 * unshared contents; its customised copies lose their source. Also the number of those copies.
 */
import type { ClientSession, Connection } from 'mongoose';
import { legacyCommentCollection } from '../comments/repository.ts';
import { pageHoldsCollection } from '../holds/model.ts';
import {
  revisionContentCollection,
  type StandardRevisionRecord,
  standardRevisionCollection,
} from '../revision/model.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';
import {
  closedWorkingCopyCollection,
  workingCopyCollection,
  workingCopyVersionCollection,
} from '../working-copy/model.ts';

type DeletedRevision = Pick<StandardRevisionRecord, '_id' | 'content_id' | 'wiki' | 'source_revision_id'>;

/** The counts of a deletion. */
interface Deletion {
  revisionCount: number;
  /** Customised copies, which have lost their parent. */
  customizationCount: number;
}

export class StandardDeletion {
  readonly #standards: ReturnType<typeof standardCollection>;
  readonly #revisions: ReturnType<typeof standardRevisionCollection>;
  readonly #contents: ReturnType<typeof revisionContentCollection>;
  readonly #workingCopies: ReturnType<typeof workingCopyCollection>;
  readonly #versions: ReturnType<typeof workingCopyVersionCollection>;
  readonly #closed: ReturnType<typeof closedWorkingCopyCollection>;
  readonly #comments: ReturnType<typeof legacyCommentCollection>;
  readonly #pageHolds: ReturnType<typeof pageHoldsCollection>;

  constructor(connection: Connection) {
    this.#standards = standardCollection(connection);
    this.#revisions = standardRevisionCollection(connection);
    this.#contents = revisionContentCollection(connection);
    this.#workingCopies = workingCopyCollection(connection);
    this.#versions = workingCopyVersionCollection(connection);
    this.#closed = closedWorkingCopyCollection(connection);
    this.#comments = legacyCommentCollection(connection);
    this.#pageHolds = pageHoldsCollection(connection);
  }

  /** The number of standards that were customised from a revision of this one. */
  async countCustomizations(id: number): Promise<number> {
    const revisionIds = await this.#revisions.distinct('_id', { standard_id: id }).exec();
    return this.#standards.countDocuments(customizedFrom(revisionIds)).exec();
  }

  /**
   * Deletes a standard with its revisions, working copies and comments. A content is kept while
   * another standard has it, e.g. a customised copy. The revisions of a library standard, and of a copy of one, are
   * kept for its copies, which the holds of the page reach through them; without the standard nobody reads them.
   */
  async delete(session: ClientSession, id: number): Promise<Deletion> {
    const ofStandard = { standard_id: id };
    const revisions = await this.#revisions
      .find(ofStandard)
      .select(['content_id', 'wiki', 'source_revision_id'])
      .session(session)
      .lean<DeletedRevision[]>();
    const revisionIds = revisions.map(({ _id }) => _id);
    const pageId = await this.#findPage(session, revisions);
    const descendants = { descends_from_revision_id: { $in: revisionIds } };
    let customizationCount = 0;
    let isKept = false;
    if (pageId === null) {
      const descent = await this.#findDescent(session, id);
      customizationCount = await this.#detach(session, revisionIds, descent);
      await this.#standards.updateMany(descendants, { $set: descent }, { session });
    } else {
      customizationCount = await this.#detachFromMerged(session, revisionIds);
      isKept =
        (await this.#standards.exists(descendants).session(session)) !== null ||
        (await this.#pageHolds.exists(hasDeletedStandards(pageId)).session(session)) !== null;
      if (isKept) await this.#keepForHolds(session, pageId, id);
    }
    await this.#standards.deleteOne({ _id: id }, { session });
    if (!isKept) {
      await this.#revisions.deleteMany(ofStandard, { session });
      await this.#deleteUnusedContents(
        session,
        revisions.map(({ content_id }) => content_id),
      );
    }
    await this.#workingCopies.deleteOne({ _id: id }, { session });
    for (const model of [this.#versions, this.#closed, this.#comments])
      await model.collection.deleteMany(ofStandard, { session });
    return { revisionCount: revisions.length, customizationCount };
  }

  /** The copies of these revisions lose their source. @returns their number */
  async #detach(session: ClientSession, ids: readonly number[], descent: Descent): Promise<number> {
    const update = { $set: { ...NO_LINEAGE, ...descent }, $inc: { changes: 1 } };
    return (await this.#standards.updateMany(customizedFrom(ids), update, { session })).modifiedCount;
  }

  /** The same; each still descends from the revision that it has merged, of which a working copy may have clauses. */
  async #detachFromMerged(session: ClientSession, ids: readonly number[]): Promise<number> {
    const members = { ...NO_LINEAGE, descends_from_revision_id: '$parent_current_revision_id' };
    const update = [{ $set: { ...members, changes: { $add: ['$changes', 1] } } }];
    const options = { session, updatePipeline: true };
    return (await this.#standards.updateMany(customizedFrom(ids), update, options)).modifiedCount;
  }

  /** The wiki page of which these revisions of one standard have clauses; null for none. */
  async #findPage(session: ClientSession, revisions: readonly DeletedRevision[]): Promise<string | null> {
    let one = revisions.find(({ wiki }) => wiki) ?? revisions[0] ?? null;
    while (one && !one.wiki)
      one = await this.#revisions
        .findOne({ _id: one.source_revision_id ?? null })
        .session(session)
        .lean<DeletedRevision>();
    return one?.wiki?.standard_id ?? null;
  }

  /** The new ancestor of the copies of a deleted standard: its own source. */
  async #findDescent(session: ClientSession, id: number): Promise<Descent> {
    const standard = await this.#standards.findById(id).session(session).lean<StandardRecord>();
    const source = standard?.customized_from_revision_id ?? standard?.descends_from_revision_id;
    return source === undefined ? {} : { descends_from_revision_id: source };
  }

  /** Conflicts with a concurrent hold, so that one of the two transactions is retried. */
  async #keepForHolds(session: ClientSession, pageId: string, standardId: number): Promise<void> {
    await this.#pageHolds.updateOne(
      { _id: pageId },
      {
        $addToSet: { deleted_standards: standardId },
        $setOnInsert: { version: 0, holds: [], copies: 0 },
      },
      { session, upsert: true },
    );
  }

  async #deleteUnusedContents(session: ClientSession, ids: readonly string[]): Promise<void> {
    const used = await this.#revisions
      .distinct('content_id', { content_id: { $in: [...ids] } })
      .session(session);
    const unused = ids.filter((id) => !used.includes(id));
    if (unused.length > 0) await this.#contents.deleteMany({ _id: { $in: unused } }, { session });
  }
}

type Descent = Pick<StandardRecord, 'descends_from_revision_id'>;

const NO_LINEAGE = {
  customized_from_revision_id: null,
  parent_current_revision_id: null,
  last_seen_source_revision_id: null,
};

const hasDeletedStandards = (pageId: string) => ({
  _id: pageId,
  'deleted_standards.0': { $exists: true },
});

const customizedFrom = (revisionIds: readonly number[]) => ({
  customized_from_revision_id: { $in: [...revisionIds] },
});
