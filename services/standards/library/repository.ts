/** Queries on libraries. */
import type { Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Scope } from '../scope-access.ts';
import { type LibraryRecord, libraryModel } from './model.ts';

/** The name of the library that every scope has from the beginning. */
const DEFAULT_LIBRARY_NAME = 'Standards';

export class Libraries {
  readonly #libraries: ReturnType<typeof libraryModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    this.#libraries = libraryModel(connection);
    this.#counters = counters;
  }

  find(id: number): Promise<LibraryRecord | null> {
    return this.#libraries.findById(id).lean<LibraryRecord>().exec();
  }

  /** The libraries of some scopes: the default one of each first, then by name. */
  findByScopes(scopes: readonly Scope[]): Promise<LibraryRecord[]> {
    if (scopes.length === 0) return Promise.resolve([]);
    return this.#libraries
      .find({ $or: scopes.map(({ subject_type, subject_id }) => ({ subject_type, subject_id })) })
      .sort({ subject_type: 1, subject_id: 1, is_default: -1, folded_name: 1 })
      .lean<LibraryRecord[]>()
      .exec();
  }

  /** The default library of a scope, made when it is first asked for (S15). */
  async findOrCreateDefault(scope: Scope): Promise<LibraryRecord> {
    const known = await this.#libraries
      .findOne({ ...scope, is_default: true })
      .lean<LibraryRecord>()
      .exec();
    return known ?? this.#create(scope, DEFAULT_LIBRARY_NAME, true);
  }

  /** The library of this name in a scope, made when it is missing. */
  async findOrCreate(scope: Scope, name: string): Promise<LibraryRecord> {
    const known = await this.#findByName(scope, name);
    return known ?? this.#create(scope, name, false);
  }

  #findByName(scope: Scope, name: string): Promise<LibraryRecord | null> {
    return this.#libraries
      .findOne({ ...scope, folded_name: foldName(name) })
      .lean<LibraryRecord>()
      .exec();
  }

  /** Whoever comes second in a race takes what the first made. A library that bears the name already becomes the default. */
  async #create(scope: Scope, name: string, isDefault: boolean): Promise<LibraryRecord> {
    const record: LibraryRecord = {
      _id: await this.#counters.next('libraries'),
      name: name.trim(),
      folded_name: foldName(name),
      description: '',
      ...scope,
      is_default: isDefault,
      created_at: new Date(),
    };
    try {
      await this.#libraries.create(record);
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (isDefault)
        await this.#libraries.updateOne({ ...scope, folded_name: record.folded_name }, { $set: { is_default: true } });
      const standing = await this.#findByName(scope, name);
      if (!standing) throw error;
      return standing;
    }
  }
}
