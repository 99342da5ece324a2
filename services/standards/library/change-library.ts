/** Change of a library: of its record, and of the name that its standards show. */
import type { ClientSession } from 'mongoose';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { LibraryRecord } from './model.ts';
import type { Libraries } from './repository.ts';

/**
 * @param library as read in the same transaction; omitted members of the change are kept
 * @returns it after the change
 * @throws a duplicate key error when another library of the scope has the name
 */
export type ChangeLibrary = (
  session: ClientSession,
  library: LibraryRecord,
  change: { name?: string | undefined; description?: string | undefined },
) => Promise<LibraryRecord>;

interface Deps {
  libraries: Libraries;
  /** Updates the name that standards show. */
  renameInStandards: (session: ClientSession, libraryId: number, name: string) => Promise<void>;
}

export const libraryChange =
  ({ libraries, renameInStandards }: Deps): ChangeLibrary =>
  async (session, { _id, ...before }, { name = before.name, description = before.description }) => {
    const changed = { name, folded_name: foldName(name), description };
    const after = await libraries.change(session, _id, changed);
    if (name !== before.name) {
      await libraries.lockAll(session, _id);
      await renameInStandards(session, _id, name);
    }
    return after;
  };
