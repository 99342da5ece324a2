/**
 * Repository of the slugs of wiki pages: claims and retires them. Each belongs to one page of its library for good,
 * also once it is retired.
 */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { insertRecords } from '../../../shared/kernel/database/records.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { type PageRecord, slugCollection } from './model.ts';

const slugKey = (libraryId: string, slug: string): string => `${libraryId}/${slug}`;

export class Slugs {
  readonly #slugs: ReturnType<typeof slugCollection>;

  constructor(connection: Connection) {
    this.#slugs = slugCollection(connection);
  }

  async isRetired(libraryId: string, slug: string): Promise<boolean> {
    return (await this.#slugs.exists({ _id: slugKey(libraryId, slug), retired: true })) !== null;
  }

  /** @throws SLUG_TAKEN when it is in use or retired */
  async claim(
    session: ClientSession,
    { _id, library_id }: Pick<PageRecord, '_id' | 'library_id'>,
    slug: string,
  ): Promise<void> {
    try {
      const record = { _id: slugKey(library_id, slug), page_id: _id, retired: false };
      await insertRecords(this.#slugs, session, record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw apiError(
        'SLUG_TAKEN',
        `The slug '${slug}' is in use or retired in this library. Send a different one.`,
      );
    }
  }

  /** Retires the present slug of a page for good. */
  async retire(
    session: ClientSession,
    { library_id, slug }: Pick<PageRecord, 'library_id' | 'slug'>,
  ): Promise<void> {
    await this.#slugs.updateOne({ _id: slugKey(library_id, slug) }, { $set: { retired: true } }, { session });
  }
}
