/**
 * Repository of wiki pages and of the sealed texts of revisions and editions: pages with each new revision, lists
 * and counts of published ones, and the transaction that locks a page. Revisions and slugs have their own
 * repositories.
 */
import type { ClientSession, Connection } from 'mongoose';
import {
  compressText,
  decompressText,
  packedBytes,
} from '../../../shared/kernel/database/compressed-text.ts';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { insertRecords, type Page, Records } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import { findCitations } from '../../../shared/markup/page-references.ts';
import { foldForSearch, foldName } from '../../../shared/text/names-and-emails.ts';
import {
  type PageRecord,
  pageCollection,
  type RevisionPointer,
  textCollection,
  type WikiRevisionRecord,
} from './model.ts';
import { WikiRevisions } from './revision-repository.ts';
import { Slugs } from './slug-repository.ts';

/** The members that moderation changes. */
type PageChange = Partial<Omit<PageRecord, '_id' | 'library_id' | 'created_by' | 'created_at'>>;

export class Pages extends Records<PageRecord> {
  readonly revisions: WikiRevisions;
  readonly #texts: ReturnType<typeof textCollection>;
  readonly #slugs: Slugs;
  readonly #connection: Connection;
  readonly #mutex = new KeyedMutex<string>();

  constructor(connection: Connection) {
    super(pageCollection(connection));
    this.#connection = connection;
    this.revisions = new WikiRevisions(connection);
    this.#texts = textCollection(connection);
    this.#slugs = new Slugs(connection);
  }

  findBySlug(libraryId: string, slug: string): Promise<PageRecord | null> {
    return this.findOne({ library_id: libraryId, slug });
  }

  /** The published pages of a library with these slugs. */
  findPublished(libraryId: string, slugs: readonly string[]): Promise<PageRecord[]> {
    return this.findAll({ library_id: libraryId, slug: { $in: [...slugs] }, archived: false });
  }

  /** The published pages among these. */
  findPublishedById(ids: readonly string[]): Promise<PageRecord[]> {
    return this.findAll({ _id: { $in: [...ids] }, archived: false });
  }

  /** The current edition of each of these pages that is published and has one. */
  async findCurrentEditions(ids: readonly string[]): Promise<{ pageId: string; editionId: string }[]> {
    const rows = await this.model
      .find({ _id: { $in: [...ids] }, archived: false })
      .select({ current_edition: 1 })
      .lean<Pick<PageRecord, '_id' | 'current_edition'>[]>();
    return rows.flatMap(({ _id, current_edition }) =>
      current_edition ? { pageId: _id, editionId: current_edition.id } : [],
    );
  }

  isSlugRetired(libraryId: string, slug: string): Promise<boolean> {
    return this.#slugs.isRetired(libraryId, slug);
  }

  /**
   * Stores a new page with its first revision.
   * @throws SLUG_TAKEN when the slug is in use or retired in that library
   */
  async create(
    session: ClientSession,
    page: PageRecord,
    revision: WikiRevisionRecord,
    content: string,
  ): Promise<void> {
    await this.#slugs.claim(session, page, page.slug);
    await this.insert(session, { ...page, citations: findCitations([content]) });
    await this.revisions.insert(session, revision);
    await this.insertText(session, revision._id, content);
  }

  /**
   * Runs `work` in a transaction that has locked a page: other such transactions and edits of the page run before or
   * after it. Those of this process wait for each other instead of retrying.
   * @throws NOT_FOUND
   */
  inTransaction<T>(id: string, work: (session: ClientSession, page: PageRecord) => Promise<T>): Promise<T> {
    return this.#mutex.run(id, () =>
      inTransaction(this.#connection, async (session) => {
        const page = await this.update(session, { _id: id }, { $inc: { moderations: 1 } });
        if (!page) throw notFound();
        return work(session, page);
      }),
    );
  }

  /** Changes a page that the transaction has locked. @returns it after the change */
  change(session: ClientSession, id: string, values: PageChange): Promise<PageRecord> {
    return this.updateExisting(session, { _id: id }, { $set: values });
  }

  /**
   * Gives a page a new slug and retires its present one for good. @throws SLUG_TAKEN when the new one is in use
   * or retired
   */
  async moveToSlug(
    session: ClientSession,
    page: PageRecord,
    slug: string,
    updated_at: Date,
  ): Promise<PageRecord> {
    await this.#slugs.claim(session, page, slug);
    await this.#slugs.retire(session, page);
    return this.change(session, page._id, { slug, updated_at });
  }

  /** The address of each of these pages that is published. */
  findPublishedAddresses(ids: readonly string[]): Promise<Pick<PageRecord, '_id' | 'library_id' | 'slug'>[]> {
    return this.model
      .find({ _id: { $in: [...ids] }, archived: false }, { library_id: 1, slug: 1 })
      .lean<Pick<PageRecord, '_id' | 'library_id' | 'slug'>[]>()
      .exec();
  }

  /** Stores the sealed text of a revision or edition under its id. */
  insertText(session: ClientSession, id: string, text: string): Promise<void> {
    return insertRecords(this.#texts, session, { _id: id, bytes: compressText(text) });
  }

  /** @throws Error when a revision or edition has lost its text */
  async loadText(id: string): Promise<string> {
    return decompressText(await this.loadPackedText(id));
  }

  /** A text as it is stored. @throws Error when it is missing */
  async loadPackedText(id: string): Promise<Uint8Array> {
    const sealed = await this.#texts.findById(id).lean().exec();
    if (!sealed) throw new Error(`the text of ${id} is missing`);
    return packedBytes(sealed.bytes);
  }

  /** Points a page that the transaction has locked to another edition, or to none. */
  pointToEdition(
    session: ClientSession,
    id: string,
    edition: RevisionPointer | null,
    updated_at: Date,
  ): Promise<PageRecord> {
    return this.change(session, id, { current_edition: edition, updated_at });
  }

  /** Counts a change of the holds of a page that the transaction has locked. */
  countHoldChange(session: ClientSession, id: string): Promise<PageRecord | null> {
    return this.update(session, { _id: id }, { $inc: { holds_version: 1 } });
  }

  /** Pages by id, archived ones included. */
  async findByIds(ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return new Map((await this.findMany(ids)).map((page) => [page._id, page]));
  }

  /**
   * Stores another revision and makes it the current one. Its title becomes that of the page when it differs from
   * that of the revision before: an edit that keeps the title of its text does not undo a title reset.
   * @param page as read in the same transaction
   * @returns the page after the change
   * @throws Error when the page changed since, which a transaction excludes
   */
  async addRevision(
    session: ClientSession,
    page: PageRecord,
    revision: WikiRevisionRecord,
    content: string,
  ): Promise<PageRecord> {
    const { description, category_id, tag_ids, revision_number } = revision;
    const base = await this.revisions.findOfPage(page._id, page.current_revision.id, session);
    const bringsTitle = revision.title !== base?.title && revision.title !== page.title;
    const title = bringsTitle ? revision.title : page.title;
    await this.revisions.insert(session, revision);
    await this.insertText(session, revision._id, content);
    return this.updateExisting(
      session,
      { _id: page._id, revisions: page.revisions },
      {
        $set: {
          title,
          title_source: bringsTitle ? revision._id : page.title_source,
          description,
          category_id,
          tag_ids,
          search_text: foldForSearch(title, description),
          citations: findCitations([content]),
          current_revision: { id: revision._id, revision_number },
          revisions: revision_number,
          updated_at: revision.created_at,
        },
      },
    );
  }

  /** Takes the pages of a library out of these categories. @returns their number */
  async uncategorize(
    session: ClientSession,
    libraryId: string,
    categoryIds: readonly string[],
  ): Promise<number> {
    const { modifiedCount } = await this.model.updateMany(
      { library_id: libraryId, archived: { $in: [false, true] }, category_id: { $in: [...categoryIds] } },
      { $set: { category_id: null } },
      { session },
    );
    return modifiedCount;
  }

  /** Published pages of a library by title; `search` is a literal text, never a pattern. */
  listPublished(libraryId: string, search: string, limit: number): Promise<Page<PageRecord>> {
    const foldedSearch = foldName(search);
    const filter = {
      library_id: libraryId,
      archived: false,
      ...(foldedSearch === ''
        ? {}
        : { $expr: { $gte: [{ $indexOfBytes: ['$search_text', { $literal: foldedSearch }] }, 0] } }),
    };
    return this.page(filter, { title: 1, _id: 1 }, { limit });
  }

  countPublished(libraryId: string): Promise<number> {
    return this.model.countDocuments({ library_id: libraryId, archived: false }).exec();
  }

  /** Whether a library has pages, archived ones included. */
  async hasPages(session: ClientSession, libraryId: string): Promise<boolean> {
    return (await this.findOne({ library_id: libraryId }, session)) !== null;
  }

  /** Published pages per library. */
  async countByLibrary(): Promise<Map<string, number>> {
    const rows = await this.model.aggregate<{ _id: string; count: number }>([
      { $match: { archived: false } },
      { $group: { _id: '$library_id', count: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Published pages of a library per category; under null those without one. */
  async countByCategory(libraryId: string): Promise<Map<string | null, number>> {
    const rows = await this.model.aggregate<{ _id: string | null; count: number }>([
      { $match: { library_id: libraryId, archived: false } },
      { $group: { _id: '$category_id', count: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }
}
