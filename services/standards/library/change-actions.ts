/** Creating and changing libraries (decisions S15, A21). */
import type { ClientSession, Connection } from 'mongoose';
import type { libraryEndpoints } from '../../../shared/contracts/standards/libraries.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { loadScopeAccess, type Scope } from '../scope-access.ts';
import type { LibraryResources } from './access.ts';
import type { LibraryRecord } from './model.ts';
import { presentLibrary } from './present.ts';
import type { Libraries } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: Libraries;
  /** Updates the name that standards show. */
  renameInStandards: (session: ClientSession, libraryId: number, name: string) => Promise<void>;
}

/** The handlers that write libraries. */
export const libraryChangeActions = ({
  connection,
  libraries,
  renameInStandards,
}: Deps): Handlers<typeof libraryEndpoints, LibraryResources> => {
  /** @throws NAME_TAKEN, with the id of the other library when the caller may read it */
  async function inNamingTransaction<T>(
    { scope, name }: { scope: Scope; name: string },
    call: Call,
    work: (session: ClientSession) => Promise<T>,
  ): Promise<T> {
    try {
      return await inTransaction(connection, work);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await libraries.findByName(scope, name);
      const { subject } = await loadScopeAccess(scope, call);
      const isShown = existing && call.isAllowed('standard:read', subject);
      const message = `There is already a library ${JSON.stringify(name)} in this scope. Choose another name.`;
      throw apiError('NAME_TAKEN', message, { metadata: isShown ? { existingId: existing._id } : {} });
    }
  }

  return {
    async 'libraries.create'({ name, description, ...scopeParams }, call) {
      const { scope } = await resolveScopeForCreate(scopeParams, 'standard:create', call);
      // Its name is taken from the beginning.
      await libraries.findOrCreateDefault(scope);
      const record: LibraryRecord = {
        _id: await libraries.nextId(),
        name,
        folded_name: foldName(name),
        description,
        ...scope,
        is_default: false,
        created_at: new Date(),
      };
      return inNamingTransaction({ scope, name }, call, async (session) => {
        await libraries.insert(session, record);
        const note = { resource: { type: 'library', id: record._id }, details: { name, ...scope } };
        return call.finish(session, note, presentLibrary(record));
      });
    },

    async 'libraries.update'({ id, name, description }, call, library) {
      const { subject_type, subject_id } = library;
      const naming = { scope: { subject_type, subject_id }, name: name ?? library.name };
      const { after, changed } = await inNamingTransaction(naming, call, async (session) => {
        const before = await libraries.find(id, session);
        if (!before) throw notFound();
        const renamed = name !== undefined && name !== before.name;
        const changed = [
          ...(renamed ? ['name'] : []),
          ...(description !== undefined && description !== before.description ? ['description'] : []),
        ];
        if (changed.length === 0) return { after: before, changed };
        const after = await libraries.change(session, id, {
          ...(name === undefined ? {} : { name, folded_name: foldName(name) }),
          ...(description === undefined ? {} : { description }),
        });
        if (!after) throw notFound();
        if (renamed) await renameInStandards(session, id, name);
        await call.audit(session, { resource: { type: 'library', id }, details: { changed } });
        return { after, changed };
      });
      if (changed.length === 0) call.markUnchanged();
      return presentLibrary(after);
    },
  };
};
