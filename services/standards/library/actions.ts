/** The list of libraries. */
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import { resolveScope } from '../resolve-scope.ts';
import { scopesWithPermission } from '../scope-access.ts';
import { presentLibrary } from './present.ts';
import type { Libraries } from './repository.ts';

type LibraryContracts = Pick<typeof standardReadEndpoints, 'libraries.list'>;

interface Deps {
  libraries: Libraries;
}

/** The handler of the library list. */
export const libraryActions = ({ libraries }: Deps): Handlers<LibraryContracts, NoResources> => ({
  async 'libraries.list'({ subject_type, subject_id }, call) {
    const scopes =
      subject_type === undefined
        ? scopesWithPermission(call, 'standard:read')
        : [await resolveScope({ subject_type, subject_id }, 'standard:read', call)];
    // Every scope has a default library, even before its first standard.
    await Promise.all(scopes.map((scope) => libraries.findOrCreateDefault(scope)));
    const rows = await libraries.findByScopes(scopes);
    return { libraries: rows.map(presentLibrary), total: rows.length };
  },
});
