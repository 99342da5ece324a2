/** Migration of the emails of pending invitations to the form with the domain in ASCII (Y19). */
import type { Connection } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { type Migration, recordMigration } from '../../../shared/kernel/database/migration.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { type InvitationRecord, invitationCollection } from './model.ts';

export function invitationMigration(connection: Connection): Migration {
  const invitations = invitationCollection(connection);
  return recordMigration<InvitationRecord>({
    title: 'emails of invitations with the domain in ASCII',
    listOld: () =>
      rowsOf(
        invitations
          .find({ email: { $regex: '@.*[^\\x00-\\x7f]' } })
          .lean<InvitationRecord[]>()
          .cursor(),
      ),
    async change({ _id, email }) {
      try {
        await invitations.updateOne({ _id, email }, { $set: { email: normaliseEmail(email) } });
      } catch (error) {
        // The project has invited both forms: one invitation is enough.
        if (!isDuplicateKey(error)) throw error;
        await invitations.deleteOne({ _id, email });
      }
    },
  });
}
