/**
 * Deletion of a standard in the transaction of the caller, with its revisions, working copies, comments, images and
 * unshared contents; its customised copies lose their source. The revisions of a standard of a wiki page are kept while
 * copies need them for the origins of their clauses. Also the number of those copies.
 */
import type { ClientSession, Connection } from 'mongoose';
import { clauseOriginsCollection } from '../holds/model.ts';
import { StandardImages } from '../images/repository.ts';
import { legacyCommentCollection } from '../legacy-comments/repository.ts';
import {
  revisionContentCollection,
  type SealedRevision,
  standardRevisionCollection,
} from '../revision/model.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';
import {
  closedWorkingCopyCollection,
  workingCopyCollection,
  workingCopyVersionCollection,
} from '../working-copy/model.ts';

type DeletedRevision = Pick<SealedRevision, '_id' | 'content_id'>;

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
  readonly #images: StandardImages;
  readonly #origins: ReturnType<typeof clauseOriginsCollection>;

  constructor(connection: Connection) {
    this.#standards = standardCollection(connection);
    this.#revisions = standardRevisionCollection(connection);
    this.#contents = revisionContentCollection(connection);
    this.#workingCopies = workingCopyCollection(connection);
    this.#versions = workingCopyVersionCollection(connection);
    this.#closed = closedWorkingCopyCollection(connection);
    this.#comments = legacyCommentCollection(connection);
    this.#images = new StandardImages(connection);
    this.#origins = clauseOriginsCollection(connection);
  }

  /** The number of standards that were customised from a revision of this one. */
  async countCustomizations(id: number): Promise<number> {
    const revisionIds = await this.#revisions.distinct('_id', { standard_id: id }).exec();
    return this.#standards.countDocuments(customizedFrom(revisionIds)).exec();
  }

  /**
   * Deletes a standard with its revisions, working copies and comments. A content is kept while
   * another standard has it, e.g. a customised copy. The revisions of a library standard, of which the clauses of its
   * copies are, and of a copy that was merged into others, are kept for these; without the standard nobody reads them.
   */
  async delete(session: ClientSession, id: number): Promise<Deletion> {
    const ofStandard = { standard_id: id };
    const revisions = await this.#revisions
      .find(ofStandard)
      .select(['content_id'])
      .session(session)
      .lean<DeletedRevision[]>();
    const revisionIds = revisions.map(({ _id }) => _id);
    const standard = await this.#standards.findById(id).session(session).lean<StandardRecord>();
    const descendants = { descends_from_revision_id: { $in: revisionIds } };
    let customizationCount = 0;
    let isKept = false;
    if (standard?.page_id === undefined) {
      const descent = descentOf(standard);
      customizationCount = await this.#detach(session, revisionIds, descent);
      await this.#standards.updateMany(descendants, { $set: descent }, { session });
    } else {
      customizationCount = await this.#detachFromMerged(session, revisionIds);
      const needing = standard.wiki ? { page_id: standard.page_id, _id: { $ne: id } } : descendants;
      isKept = (await this.#standards.exists(needing).session(session)) !== null;
    }
    await this.#standards.deleteOne({ _id: id }, { session });
    if (!isKept) {
      await this.#revisions.deleteMany(ofStandard, { session });
      await this.#origins.deleteMany({ _id: { $in: revisionIds } }, { session });
      await this.#deleteUnusedContents(
        session,
        revisions.map(({ content_id }) => content_id),
      );
    }
    await this.#images.removeOf(session, id);
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

  async #deleteUnusedContents(session: ClientSession, ids: readonly string[]): Promise<void> {
    const used = await this.#revisions
      .distinct('content_id', { content_id: { $in: [...ids] } })
      .session(session);
    const unused = ids.filter((id) => !used.includes(id));
    if (unused.length > 0) await this.#contents.deleteMany({ _id: { $in: unused } }, { session });
  }
}

type Descent = Pick<StandardRecord, 'descends_from_revision_id'>;

/** The new ancestor of the copies of a deleted standard: its own source. */
function descentOf(standard: StandardRecord | null): Descent {
  const source = standard?.customized_from_revision_id ?? standard?.descends_from_revision_id;
  return source === undefined ? {} : { descends_from_revision_id: source };
}

const NO_LINEAGE = {
  customized_from_revision_id: null,
  parent_current_revision_id: null,
  last_seen_source_revision_id: null,
};

const customizedFrom = (revisionIds: readonly number[]) => ({
  customized_from_revision_id: { $in: [...revisionIds] },
});
