/** Queries on adopted editions. */
import type { ClientSession, Connection } from 'mongoose';
import { type EditionRecord, editionModel } from './model.ts';

export class Editions {
  readonly #editions: ReturnType<typeof editionModel>;

  constructor(connection: Connection) {
    this.#editions = editionModel(connection);
  }

  findById(id: string, session: ClientSession | null = null): Promise<EditionRecord | null> {
    return this.#editions.findById(id).session(session).lean<EditionRecord>();
  }

  findByNumber(pageId: string, revisionNumber: number): Promise<EditionRecord | null> {
    return this.#editions.findOne({ page_id: pageId, revision_number: revisionNumber }).lean<EditionRecord>();
  }

  /** Editions newest first, with how many there are in all. */
  async listByPage(pageId: string, withRevoked: boolean, limit: number): Promise<{ rows: EditionRecord[]; total: number }> {
    const filter = { page_id: pageId, ...(withRevoked ? {} : { status: 'published' as const, revoked_at: null }) };
    const [rows, total] = await Promise.all([
      this.#editions.find(filter).sort({ revision_number: -1 }).limit(limit).lean<EditionRecord[]>(),
      this.#editions.countDocuments(filter),
    ]);
    return { rows, total };
  }

  async add(record: EditionRecord, session: ClientSession): Promise<void> {
    await this.#editions.create([record], { session });
  }
}
