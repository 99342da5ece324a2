/**
 * Repository of libraries: lookups, inserts, changes, creation of a missing default or named library, locks against renames
 * while a standard is added, and the link of a global library to its wiki library.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import { defineSharedLock, type SharedLock } from '../../../shared/kernel/database/transaction-lock.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { GLOBAL_SCOPE, type Scope } from '../scope-access.ts';
import { type LibraryRecord, libraryCollection } from './model.ts';

/** The name of every scope's default library. */
const DEFAULT_LIBRARY_NAME = 'Standards';

export class Libraries extends NumberedRecords<LibraryRecord> {
  readonly #lock: SharedLock;

  constructor(connection: Connection, counters: IdCounters) {
    super(libraryCollection(connection), counters);
    this.#lock = defineSharedLock(connection, 'library_locks');
  }

  /**
   * A library as it is when a standard is added to it. A concurrent transaction that renames it conflicts
   * and is retried; those that add other standards rarely do. @throws Error for an unknown id
   */
  async join(session: ClientSession, id: number, standardId: number): Promise<LibraryRecord> {
    await this.#lock.share(session, id, standardId);
    const library = await this.findById(id, session);
    if (!library) throw new Error(`library ${id} is missing`);
    return library;
  }

  /** Conflicts with every transaction that adds a standard to the library. */
  lockAll(session: ClientSession, id: number): Promise<void> {
    return this.#lock.takeAlone(session, id);
  }

  /** @throws a duplicate key error when another library of the scope has the name */
  change(
    session: ClientSession,
    id: number,
    change: Pick<LibraryRecord, 'name' | 'folded_name' | 'description'>,
  ): Promise<LibraryRecord> {
    return this.updateExisting(session, { _id: id }, { $set: change });
  }

  /** The libraries of some scopes: the default one of each first, then by name. */
  findByScopes(scopes: readonly Scope[]): Promise<LibraryRecord[]> {
    if (scopes.length === 0) return Promise.resolve([]);
    return this.findAll(
      { $or: scopes.map(({ subject_type, subject_id }) => ({ subject_type, subject_id })) },
      { sort: { subject_type: 1, subject_id: 1, is_default: -1, folded_name: 1 } },
    );
  }

  /** The default library of a scope, created on first use. */
  async findOrCreateDefault(scope: Scope): Promise<LibraryRecord> {
    return (
      (await this.findOne({ ...scope, is_default: true })) ?? this.#create(scope, DEFAULT_LIBRARY_NAME, true)
    );
  }

  /** The library of this name in a scope, created when it is missing. */
  async findOrCreate(scope: Scope, name: string): Promise<LibraryRecord> {
    return (await this.findByName(scope, name)) ?? this.#create(scope, name, false);
  }

  /** The global library of the editions of a wiki library; null when there is none yet. */
  findOfWiki(wiki_library_id: string, session: ClientSession | null = null): Promise<LibraryRecord | null> {
    return this.findOne({ wiki_library_id }, session);
  }

  /** Makes a library that of a wiki library. @returns null when either of them is linked already */
  linkToWiki(id: number, wiki_library_id: string): Promise<LibraryRecord | null> {
    return this.update(
      null,
      { _id: id, wiki_library_id: { $exists: false } },
      { $set: { wiki_library_id } },
    ).catch((error: unknown) => {
      // A concurrent call has linked another library.
      if (isDuplicateKey(error)) return null;
      throw error;
    });
  }

  /** @throws a duplicate key error when there is one already, or another global library has the name */
  async createOfWiki(wiki_library_id: string, name: string): Promise<LibraryRecord> {
    const record = { ...(await this.#newRecord(GLOBAL_SCOPE, name, false)), wiki_library_id };
    await this.insert(null, record);
    return record;
  }

  /** Says how often the wiki library of this one had been renamed when it got its name. */
  async recordWikiNameChanges(session: ClientSession, id: number, wiki_name_changes: number): Promise<void> {
    await this.updateExisting(session, { _id: id }, { $set: { wiki_name_changes } });
  }

  findByName(scope: Scope, name: string): Promise<LibraryRecord | null> {
    return this.findOne({ ...scope, folded_name: foldName(name) });
  }

  /**
   * Concurrent calls all get the library of the first. For the default one, an existing library of the
   * name becomes it.
   */
  async #create(scope: Scope, name: string, isDefault: boolean): Promise<LibraryRecord> {
    const record = await this.#newRecord(scope, name, isDefault);
    try {
      await this.insert(null, record);
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = isDefault
        ? await this.update(
            null,
            { ...scope, folded_name: record.folded_name },
            { $set: { is_default: true } },
          )
        : null;
      const library = existing ?? (await this.findByName(scope, name));
      if (!library) throw error;
      return library;
    }
  }

  async #newRecord(scope: Scope, name: string, isDefault: boolean): Promise<LibraryRecord> {
    return {
      _id: await this.nextId(),
      name: name.trim(),
      folded_name: foldName(name),
      description: '',
      ...scope,
      is_default: isDefault,
      created_at: new Date(),
    };
  }
}
