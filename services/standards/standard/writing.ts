/** Creating standards and changing their name, description and category. */
import type { ClientSession, Connection } from 'mongoose';
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import { assertMatches } from '../../../shared/kernel/if-match.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import { type Filing, fileIn, filingKey } from '../category/filing.ts';
import type { Categories } from '../category/repository.ts';
import { filedFor } from '../category/sections.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { Libraries } from '../library/repository.ts';
import { chooseSubject } from '../named-scope.ts';
import { isSameScope, placeOf, type Scope } from '../subject.ts';
import { openingOf } from '../working-copy/new-working-copy.ts';
import type { WorkingCopies } from '../working-copy/repository.ts';
import { type StandardRecord, versionOf } from './model.ts';
import { newStandard } from './new-standard.ts';
import { presentStandard } from './present.ts';
import { namingOf, type Standards } from './repository.ts';

type WritingContracts = Pick<typeof standardsEditing, 'standards.create' | 'standards.update'>;

interface Deps {
  connection: Connection;
  standards: Standards;
  categories: Categories;
  libraries: Libraries;
  workingCopies: WorkingCopies;
}

export const writingActions = (deps: Deps): Handlers<WritingContracts, Resources> => {
  const { connection, standards, categories, libraries, workingCopies } = deps;

  /** The library named, or the default one of the scope. @throws UNKNOWN_LIBRARY */
  async function chooseLibrary(id: number | null | undefined, scope: Scope): Promise<LibraryRecord> {
    if (id === undefined || id === null) return libraries.defaultOf(scope);
    const library = await libraries.find(id);
    if (library && isSameScope(library, scope)) return library;
    const message = `Library ${id} is not one of this scope; GET /api/libraries lists them.`;
    throw fail('UNKNOWN_LIBRARY', message, { errors: [{ path: 'library_id', message }] });
  }

  /** Runs a change that may take a name. @throws NAME_TAKEN, naming the standard that has it when the caller may read that */
  async function naming<T>(name: string, scope: Scope, call: Call, work: (session: ClientSession) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(connection, work);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const standing = await standards.findActive(scope, name);
      const { subject } = await placeOf(scope, call);
      const isShown = standing && call.permits('standard:read', subject);
      throw fail(
        'NAME_TAKEN',
        `There is already an active standard ${JSON.stringify(name)} in this scope. Choose another name.`,
        {
          metadata: isShown ? { existingId: standing._id } : {},
        },
      );
    }
  }

  return {
    async 'standards.create'({ name, category_id, description = '', library_id, ...sent }, call) {
      const { scope } = await chooseSubject(sent, 'standard:create', call);
      const [filing, library] = await Promise.all([
        fileIn(category_id, scope, categories, call),
        chooseLibrary(library_id, scope),
      ]);
      const now = new Date();
      const id = await standards.nextId();
      const record = newStandard({ id, name, description, scope, filing, library, by: call.person, now });
      const opening = openingOf({ standardId: id, from: null, outline: { elements: [], fields: [] }, by: call.person, now });
      const answer = await naming(name, scope, call, async (session) => {
        await standards.add(session, record);
        await workingCopies.open(session, opening);
        const note = {
          resource: { type: 'standard', id },
          details: { name: record.name, ...scope, version: opening.copy.version },
        };
        return call.conclude(session, note, { ...presentStandard(record), working_copy: { version: opening.copy.version } });
      });
      workingCopies.remember(opening.version, opening.draft);
      return answer;
    },

    async 'standards.update'({ id, name, description, category_id }, call, standard) {
      const filing = category_id === undefined ? undefined : await fileIn(category_id, standard, categories, call);
      const { updated, changed } = await naming(name ?? standard.name, standard, call, async (session) => {
        // Read again: what another request writes meanwhile makes this one start over, so that neither loses the other's.
        const before = await standards.find(id, session);
        if (!before) throw notFound();
        assertMatches(call.ifMatch, versionOf(before));
        const change = changeOf(before, { name, description, filing });
        const changed = WRITTEN.filter((member) => change[member] !== undefined && change[member] !== before[member]);
        if (changed.length === 0) return { updated: before, changed };
        const updated = await standards.change(session, id, { ...change, updated_by: call.person, updated_at: new Date() });
        if (!updated) throw notFound();
        await call.audit(session, { resource: { type: 'standard', id }, details: { changed } });
        return { updated, changed };
      });
      if (changed.length === 0) call.unchanged();
      return presentStandard(await filedFor(updated, call));
    },
  };
};

/** What a caller can change. */
const WRITTEN = ['name', 'description', 'category_id'] as const;

interface Sent {
  name: string | undefined;
  description: string | undefined;
  filing: Filing | undefined;
}

/** The members of the record that follow from what was sent, and no others. */
function changeOf(before: StandardRecord, { name, description, filing }: Sent): Partial<StandardRecord> {
  const named = namingOf(name ?? before.name, description ?? before.description);
  return {
    ...(name === undefined ? {} : { name: named.name, folded_name: named.folded_name }),
    ...(description === undefined ? {} : { description }),
    ...(name === undefined && description === undefined ? {} : { search_text: named.search_text }),
    ...(filing ? { category_id: filing.id, category_path: filing.path, category_key: filingKey(filing) } : {}),
  };
}
