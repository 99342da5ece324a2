/** Opening, reading and discarding the working copy. */
import type { Connection } from 'mongoose';
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import { assertMatches } from '../../../shared/kernel/if-match.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import type { Contents } from '../revision/contents.ts';
import type { Revisions } from '../revision/repository.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import { type Opening, openingOf } from './new-working-copy.ts';
import { presentWorkingCopy, type WorkingCopyShown } from './present.ts';
import type { WorkingCopies } from './repository.ts';

type OpeningContracts = Pick<
  typeof standardsEditing,
  'standards.edit' | 'standards.workingCopy.get' | 'standards.workingCopy.discard'
>;

interface Deps {
  connection: Connection;
  standards: Standards;
  workingCopies: WorkingCopies;
  revisions: Revisions;
  contents: Contents;
}

const ROUNDS = 5;

/** 404 of a standard that has no working copy open. */
export const noWorkingCopy = (): Error =>
  fail('NOT_FOUND', 'The standard has no open working copy. Open one with POST /api/standards/:id/edit.');

export const openingActions = ({
  connection,
  standards,
  workingCopies,
  revisions,
  contents,
}: Deps): Handlers<OpeningContracts, Resources> => {
  const present = ({ copy, draft }: Pick<Opening, 'copy' | 'draft'>, call: Call): WorkingCopyShown =>
    presentWorkingCopy(copy, draft, call.principal.channel === 'http');

  async function show(standardId: number, call: Call): Promise<WorkingCopyShown> {
    // A version never changes, and whatever changes the copy gives it another.
    const found = await workingCopies.current(standardId, ({ version }) => call.revalidate(version));
    if (!found) throw noWorkingCopy();
    return present(found, call);
  }

  /**
   * Opens a working copy of the current revision; shows one that is open already. Null when it was opened by somebody else at the same
   * moment, or when a revision was published meanwhile, which this one would undo.
   */
  async function attempt(id: number, call: Call): Promise<WorkingCopyShown | null> {
    const found = await workingCopies.current(id);
    if (found) {
      call.unchanged();
      return present(found, call);
    }
    const standard = await standards.find(id);
    if (!standard) throw notFound();
    const from = standard.current_revision;
    const revision = from && (await revisions.find(from.id));
    const outline = revision ? (await contents.get(revision.content_id)).outline : { elements: [], fields: [] };
    const opening = openingOf({ standardId: id, from, outline, by: call.person, now: new Date() });
    try {
      return await write(opening, standard, call);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  const open = (id: number, call: Call): Promise<WorkingCopyShown> =>
    untilWritten(() => attempt(id, call), {
      rounds: ROUNDS,
      overtaken: () => fail('SERVICE_UNAVAILABLE', 'The standard is being published by others at the same time. Try again.'),
    });

  /** Null when the standard's current revision is another by now, or the standard is gone. */
  async function write(
    opening: Opening,
    { _id, current_revision }: StandardRecord,
    call: Call,
  ): Promise<WorkingCopyShown | null> {
    const shown = await inTransaction(connection, async (session) => {
      const now = await standards.find(_id, session);
      if (!now || now.current_revision?.id !== current_revision?.id) return null;
      await workingCopies.open(session, opening);
      const note = { resource: { type: 'standard', id: _id }, details: { version: opening.copy.version } };
      return call.conclude(session, note, present(opening, call));
    });
    if (shown) workingCopies.remember(opening.version, opening.draft);
    return shown;
  }

  return {
    'standards.edit': ({ id }, call) => open(id, call),

    async 'standards.workingCopy.get'({ id }, call) {
      return show(id, call);
    },

    async 'standards.workingCopy.discard'({ id }, call) {
      const outcome = await inTransaction(connection, async (session) => {
        const copy = await workingCopies.find(id, session);
        if (copy) assertMatches(call.ifMatch, copy.version);
        if (!copy || !(await workingCopies.close(session, copy))) return null;
        const standardDeleted = await standards.removeUnsaved(session, id);
        await call.audit(session, { resource: { type: 'standard', id }, details: { version: copy.version, standardDeleted } });
        return { standardDeleted };
      });
      if (!outcome) throw noWorkingCopy();
      return { standard_id: id, discarded: true, ...outcome };
    },
  };
};
