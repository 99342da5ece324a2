/**
 * Deletion of a standard in the transaction of the caller, with its revisions, working copies, comments and
 * unshared contents; its customised copies lose their source. Also the number of those copies.
 */
import type { ClientSession, Connection } from 'mongoose';
import { legacyCommentCollection } from '../comments/model.ts';
import { pageHoldsCollection } from '../holds/model.ts';
import { revisionContentCollection, standardRevisionCollection } from '../revision/model.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';
import {
  closedWorkingCopyCollection,
  workingCopyCollection,
  workingCopyVersionCollection,
} from '../working-copy/model.ts';

/** What a deletion removed or changed. */
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
   * another standard has it, e.g. a customised copy. The revisions of a library standard are kept for its copies,
   * which the holds of its page reach through them; without the standard nobody reads them.
   */
  async delete(session: ClientSession, id: number): Promise<Deletion> {
    const ofStandard = { standard_id: id };
    const revisions = await this.#revisions
      .find(ofStandard)
      .select('content_id')
      .session(session)
      .lean<{ _id: number; content_id: string }[]>();
    const revisionIds = revisions.map(({ _id }) => _id);
    const standard = await this.#standards.findById(id).session(session).lean<StandardRecord>();
    const pageId = standard?.wiki?.standard_id;
    const detach = async (ids: readonly number[], descent: Descent): Promise<number> => {
      const update = { $set: { ...NO_LINEAGE, ...descent }, $inc: { changes: 1 } };
      return (await this.#standards.updateMany(customizedFrom(ids), update, { session })).modifiedCount;
    };
    const descendants = { descends_from_revision_id: { $in: revisionIds } };
    let customizationCount = 0;
    let isKept = false;
    if (pageId === undefined) {
      const source = standard?.customized_from_revision_id ?? standard?.descends_from_revision_id;
      const descent = source === undefined ? {} : { descends_from_revision_id: source };
      customizationCount = await detach(revisionIds, descent);
      await this.#standards.updateMany(descendants, { $set: descent }, { session });
    } else {
      for (const one of revisionIds)
        customizationCount += await detach([one], { descends_from_revision_id: one });
      isKept = (await this.#standards.exists(descendants).session(session)) !== null;
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

  /** A hold at once with this makes one of the two transactions start over. */
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

/** What the copies of a standard descend from once it is deleted: what it was a copy of itself. */
type Descent = Pick<StandardRecord, 'descends_from_revision_id'>;

const NO_LINEAGE = {
  customized_from_revision_id: null,
  parent_current_revision_id: null,
  last_seen_source_revision_id: null,
};

const customizedFrom = (revisionIds: readonly number[]) => ({
  customized_from_revision_id: { $in: [...revisionIds] },
});
