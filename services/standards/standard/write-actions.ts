/** Creating standards and changing their name, description and category. */
import type { ClientSession, Connection } from 'mongoose';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { StandardsResources } from '../access.ts';
import { type CategoryPath, categorySortKey, resolveCategory } from '../category/category-path.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import type { Categories } from '../category/repository.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { Libraries } from '../library/repository.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { isSameScope, loadScopeAccess, type Scope } from '../scope-access.ts';
import { newWorkingCopy } from '../working-copy/new-working-copy.ts';
import type { WorkingCopies } from '../working-copy/repository.ts';
import { type StandardRecord, standardVersion } from './model.ts';
import { newStandard } from './new-standard.ts';
import { presentStandard } from './present.ts';
import { buildNameMembers, type Standards } from './repository.ts';

type WritingContracts = Pick<typeof standardEditEndpoints, 'standards.create' | 'standards.update'>;

interface Deps {
  connection: Connection;
  standards: Standards;
  categories: Categories;
  libraries: Libraries;
  workingCopies: WorkingCopies;
}

export const standardWriteActions = (deps: Deps): Handlers<WritingContracts, StandardsResources> => {
  const { connection, standards, categories, libraries, workingCopies } = deps;

  /** The library named, or the default one of the scope. @throws UNKNOWN_LIBRARY */
  async function resolveLibrary(id: number | null | undefined, scope: Scope): Promise<LibraryRecord> {
    if (id === undefined || id === null) return libraries.findOrCreateDefault(scope);
    const library = await libraries.find(id);
    if (library && isSameScope(library, scope)) return library;
    const message = `Library ${id} does not belong to this scope. List the available libraries with GET /api/libraries.`;
    throw apiError('UNKNOWN_LIBRARY', message, { errors: [{ path: 'library_id', message }] });
  }

  /** Runs a change that may take a name. @throws NAME_TAKEN, naming the standard that has it when the caller may read that */
  async function runNamingTransaction<T>(
    name: string,
    scope: Scope,
    call: Call,
    work: (session: ClientSession) => Promise<T>,
  ): Promise<T> {
    try {
      return await inTransaction(connection, work);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const standing = await standards.findActive(scope, name);
      const { subject } = await loadScopeAccess(scope, call);
      const isShown = standing && call.isAllowed('standard:read', subject);
      throw apiError(
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
      const { scope } = await resolveScopeForCreate(sent, 'standard:create', call);
      const [filing, library] = await Promise.all([
        resolveCategory(category_id, scope, categories, call),
        resolveLibrary(library_id, scope),
      ]);
      const now = new Date();
      const id = await standards.nextId();
      const record = newStandard({ id, name, description, scope, filing, library, by: call.person, now });
      const opening = newWorkingCopy({ standardId: id, from: null, outline: { elements: [], fields: [] }, by: call.person, now });
      const answer = await runNamingTransaction(name, scope, call, async (session) => {
        await standards.insert(session, record);
        await workingCopies.open(session, opening);
        const note = {
          resource: { type: 'standard', id },
          details: { name: record.name, ...scope, version: opening.copy.version },
        };
        return call.finish(session, note, { ...presentStandard(record), working_copy: { version: opening.copy.version } });
      });
      workingCopies.cacheVersion(opening.version, opening.state);
      return answer;
    },

    async 'standards.update'({ id, name, description, category_id }, call, standard) {
      const filing = category_id === undefined ? undefined : await resolveCategory(category_id, standard, categories, call);
      const { updated, changed } = await runNamingTransaction(name ?? standard.name, standard, call, async (session) => {
        // Read again: what another request writes meanwhile makes this one start over, so that neither loses the other's.
        const before = await standards.find(id, session);
        if (!before) throw notFound();
        assertIfMatch(call.ifMatch, standardVersion(before));
        const change = buildChange(before, { name, description, filing });
        const changed = UPDATABLE_MEMBERS.filter((member) => change[member] !== undefined && change[member] !== before[member]);
        if (changed.length === 0) return { updated: before, changed };
        const updated = await standards.change(session, id, { ...change, updated_by: call.person, updated_at: new Date() });
        if (!updated) throw notFound();
        await call.audit(session, { resource: { type: 'standard', id }, details: { changed } });
        return { updated, changed };
      });
      if (changed.length === 0) call.markUnchanged();
      return presentStandard(await withVisibleCategory(updated, call));
    },
  };
};

/** What a caller can change. */
const UPDATABLE_MEMBERS = ['name', 'description', 'category_id'] as const;

interface UpdateInput {
  name: string | undefined;
  description: string | undefined;
  filing: CategoryPath | undefined;
}

/** The members of the record that follow from what was sent, and no others. */
function buildChange(before: StandardRecord, { name, description, filing }: UpdateInput): Partial<StandardRecord> {
  const named = buildNameMembers(name ?? before.name, description ?? before.description);
  return {
    ...(name === undefined ? {} : { name: named.name, folded_name: named.folded_name }),
    ...(description === undefined ? {} : { description }),
    ...(name === undefined && description === undefined ? {} : { search_text: named.search_text }),
    ...(filing ? { category_id: filing.id, category_path: filing.path, category_key: categorySortKey(filing) } : {}),
  };
}
