/** Queries on wiki pages and their revisions. */
import type { ClientSession, Connection } from 'mongoose';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import {
  type PageRecord,
  pageModel,
  type RevisionPointer,
  slugModel,
  textModel,
  type WikiRevisionRecord,
  wikiRevisionModel,
} from './model.ts';

export class Pages {
  readonly #pages: ReturnType<typeof pageModel>;
  readonly #revisions: ReturnType<typeof wikiRevisionModel>;
  readonly #texts: ReturnType<typeof textModel>;
  readonly #slugs: ReturnType<typeof slugModel>;

  constructor(connection: Connection) {
    this.#pages = pageModel(connection);
    this.#revisions = wikiRevisionModel(connection);
    this.#texts = textModel(connection);
    this.#slugs = slugModel(connection);
  }

  findById(id: string, session: ClientSession | null = null): Promise<PageRecord | null> {
    return this.#pages.findById(id).session(session).lean<PageRecord>();
  }

  findBySlug(libraryId: string, slug: string): Promise<PageRecord | null> {
    return this.#pages.findOne({ library_id: libraryId, slug }).lean<PageRecord>();
  }

  async isSlugRetired(libraryId: string, slug: string): Promise<boolean> {
    return (await this.#slugs.exists({ _id: `${libraryId}/${slug}`, retired: true })) !== null;
  }

  /**
   * A new page with its first revision.
   * @throws SLUG_TAKEN when the slug is in use or was retired in that library
   */
  async add(page: PageRecord, revision: WikiRevisionRecord, content: string, session: ClientSession): Promise<void> {
    try {
      await this.#slugs.create([{ _id: `${page.library_id}/${page.slug}`, page_id: page._id, retired: false }], { session });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw apiError('SLUG_TAKEN', `The slug '${page.slug}' is already in use in this library. Send a different 'slug'.`);
    }
    await this.#pages.create([page], { session });
    await this.#revisions.create([revision], { session });
    await this.addText(revision._id, content, session);
  }

  /** Writes a sealed text; there is one for every id, and nothing changes it. */
  async addText(id: string, text: string, session: ClientSession): Promise<void> {
    await this.#texts.create([{ _id: id, bytes: compressText(text) }], { session });
  }

  /** @throws Error when a revision or edition has lost its text */
  async loadText(id: string): Promise<string> {
    const sealed = await this.#texts.findById(id).lean();
    if (!sealed) throw new Error(`the text of ${id} is missing`);
    return decompressText(sealed.bytes);
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

  findRevision(pageId: string, revisionId: string, session: ClientSession | null = null): Promise<WikiRevisionRecord | null> {
    return this.#revisions.findOne({ _id: revisionId, page_id: pageId }).session(session).lean<WikiRevisionRecord>();
  }

  /** Revisions newest first, with how many there are in all. */
  async listRevisions(
    pageId: string,
    { withHidden, limit, offset }: { withHidden: boolean; limit: number; offset: number },
  ): Promise<{ rows: WikiRevisionRecord[]; total: number }> {
    const filter = { page_id: pageId, ...(withHidden ? {} : { hidden: false }) };
    const [rows, total] = await Promise.all([
      this.#revisions.find(filter).sort({ revision_number: -1 }).skip(offset).limit(limit).lean<WikiRevisionRecord[]>(),
      this.#revisions.countDocuments(filter),
    ]);
    return { rows, total };
  }

  /** Published pages of a library by title; `search` is a literal text, never a pattern (hardening H5). */
  async listPublished(libraryId: string, search: string, limit: number): Promise<{ rows: PageRecord[]; total: number }> {
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
