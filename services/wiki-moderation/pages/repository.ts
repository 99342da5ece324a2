/** Queries on wiki pages and their revisions. */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { packText, unpackText } from '../../../shared/kernel/database/packed.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import { foldName } from '../../../shared/names.ts';
import {
  type PageRecord,
  pageModel,
  type RevisionPointer,
  type RevisionRecord,
  revisionModel,
  slugModel,
  textModel,
} from './model.ts';

export class Pages {
  readonly #pages: ReturnType<typeof pageModel>;
  readonly #revisions: ReturnType<typeof revisionModel>;
  readonly #texts: ReturnType<typeof textModel>;
  readonly #slugs: ReturnType<typeof slugModel>;

  constructor(connection: Connection) {
    this.#pages = pageModel(connection);
    this.#revisions = revisionModel(connection);
    this.#texts = textModel(connection);
    this.#slugs = slugModel(connection);
  }

  byId(id: string, session: ClientSession | null = null): Promise<PageRecord | null> {
    return this.#pages.findById(id).session(session).lean<PageRecord>();
  }

  bySlug(libraryId: string, slug: string): Promise<PageRecord | null> {
    return this.#pages.findOne({ library_id: libraryId, slug }).lean<PageRecord>();
  }

  async isRetired(libraryId: string, slug: string): Promise<boolean> {
    return (await this.#slugs.exists({ _id: `${libraryId}/${slug}`, retired: true })) !== null;
  }

  /**
   * A new page with its first revision.
   * @throws SLUG_TAKEN when the slug is in use or was retired in that library
   */
  async add(page: PageRecord, revision: RevisionRecord, content: string, session: ClientSession): Promise<void> {
    try {
      await this.#slugs.create([{ _id: `${page.library_id}/${page.slug}`, page_id: page._id, retired: false }], { session });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw fail('SLUG_TAKEN', `The slug '${page.slug}' is taken in this library. Send another one as 'slug'.`);
    }
    await this.#pages.create([page], { session });
    await this.#revisions.create([revision], { session });
    await this.seal(revision._id, content, session);
  }

  /** Writes a sealed text; there is one for every id, and nothing changes it. */
  async seal(id: string, text: string, session: ClientSession): Promise<void> {
    await this.#texts.create([{ _id: id, bytes: packText(text) }], { session });
  }

  /** @throws Error when a revision or edition has lost its text */
  async textOf(id: string): Promise<string> {
    const sealed = await this.#texts.findById(id).lean();
    if (!sealed) throw new Error(`no sealed text of ${id}`);
    return unpackText(sealed.bytes);
  }

  /** Moves the pointer to the edition that stands. @returns false when another edition came between */
  async advanceEdition(page: PageRecord, edition: RevisionPointer, session: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.#pages.updateOne(
      { _id: page._id, editions: page.editions },
      { $set: { current_edition: edition, editions: edition.revision_number, updated_at: new Date() } },
      { session },
    );
    return modifiedCount === 1;
  }

  revision(pageId: string, revisionId: string, session: ClientSession | null = null): Promise<RevisionRecord | null> {
    return this.#revisions.findOne({ _id: revisionId, page_id: pageId }).session(session).lean<RevisionRecord>();
  }

  /** Revisions newest first, with how many there are in all. */
  async revisions(
    pageId: string,
    { withHidden, limit, offset }: { withHidden: boolean; limit: number; offset: number },
  ): Promise<{ rows: RevisionRecord[]; total: number }> {
    const filter = { page_id: pageId, ...(withHidden ? {} : { hidden: false }) };
    const [rows, total] = await Promise.all([
      this.#revisions.find(filter).sort({ revision_number: -1 }).skip(offset).limit(limit).lean<RevisionRecord[]>(),
      this.#revisions.countDocuments(filter),
    ]);
    return { rows, total };
  }

  /** Published pages of a library by title; `search` is a literal text, never a pattern (hardening H5). */
  async published(libraryId: string, search: string, limit: number): Promise<{ rows: PageRecord[]; total: number }> {
    const wanted = foldName(search);
    const filter = {
      library_id: libraryId,
      archived: false,
      ...(wanted === '' ? {} : { $expr: { $gte: [{ $indexOfBytes: ['$search_text', { $literal: wanted }] }, 0] } }),
    };
    const [rows, total] = await Promise.all([
      this.#pages.find(filter).sort({ title: 1, _id: 1 }).limit(limit).lean<PageRecord[]>(),
      this.#pages.countDocuments(filter),
    ]);
    return { rows, total };
  }

  /** Published pages per library. */
  async countByLibrary(): Promise<Map<string, number>> {
    const rows = await this.#pages.aggregate<{ _id: string; count: number }>([
      { $match: { archived: false } },
      { $group: { _id: '$library_id', count: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Published pages of a library per category; under null those in none. */
  async countByCategory(libraryId: string): Promise<Map<string | null, number>> {
    const rows = await this.#pages.aggregate<{ _id: string | null; count: number }>([
      { $match: { library_id: libraryId, archived: false } },
      { $group: { _id: '$category_id', count: { $sum: 1 } } },
    ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }
}
