/**
 * Loads the clauses of sealed revisions with their text, by revision or by edition. Only to find which of them are
 * held, never for a response.
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type ClausesById, indexById } from '../holds/clause-origins.ts';
import type { RevisionContents } from './content-repository.ts';
import { type SealedRevision, standardRevisionCollection } from './model.ts';
import { openContent } from './sealed-content.ts';

/** A revision with its clauses. */
interface RevisionWithClauses {
  revision: SealedRevision;
  clauses: ClausesById;
}

export class SealedClauses extends Records<SealedRevision> {
  readonly #contents: RevisionContents;

  constructor(connection: Connection, contents: RevisionContents) {
    super(standardRevisionCollection(connection));
    this.#contents = contents;
  }

  /** The clauses of a stored content. @throws Error when it is missing */
  async ofContent(contentId: string, session: ClientSession | null = null): Promise<ClausesById> {
    const content = await this.#contents.findOrNull(contentId, session);
    if (!content) throw new Error(`content ${contentId} is missing`);
    return indexById(openContent(content).elements);
  }

  /** A revision with its clauses; null when it is gone. */
  async ofRevision(id: number, session: ClientSession | null = null): Promise<RevisionWithClauses | null> {
    const revision = await this.findById(id, session);
    return revision && { revision, clauses: await this.ofContent(revision.content_id, session) };
  }

  /**
   * The clauses of adopted editions, by edition; one that the library has no copy of is left out. One that was adopted again
   * after its library standard was deleted has the clauses of both copies.
   */
  async ofEditions(
    adoptedRevisionIds: readonly string[],
    session: ClientSession | null = null,
  ): Promise<Map<string, ClausesById>> {
    if (adoptedRevisionIds.length === 0) return new Map();
    const filter = { 'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] } };
    const found = new Map<string, ClausesById>();
    for (const { wiki, content_id } of await this.findAll(filter, { session })) {
      const id = wiki?.adopted_revision_id ?? '';
      found.set(id, new Map([...(found.get(id) ?? []), ...(await this.ofContent(content_id, session))]));
    }
    return found;
  }
}
