/** Migration of the emails of invitations, of companies and of projects, to the form with the domain in ASCII (Y19). */
import type { Connection } from 'mongoose';
import { normaliseEmail } from '../../text/names-and-emails.ts';
import { rowsOf } from './cursor-rows.ts';
import { type Migration, recordMigration } from './migration.ts';
import { isDuplicateKey } from './mongo.ts';

/** What an invitation has of this, whatever it invites to. */
interface InvitedEmail {
  _id: string;
  email: string;
}

/** The filter of records whose email has a domain that is not in ASCII. */
export const WITH_UNICODE_DOMAIN = { email: { $regex: '@.*[^\\x00-\\x7f]' } };

/** @param collection the name of the collection, in which one inviter has one invitation of an email */
export function invitedEmailsMigration(connection: Connection, collection: string): Migration {
  const invitations = connection.collection<InvitedEmail>(collection);
  return recordMigration<InvitedEmail>({
    title: 'emails of invitations with the domain in ASCII',
    listOld: () => rowsOf(invitations.find(WITH_UNICODE_DOMAIN, { projection: { email: 1 } })),
    async change({ _id, email }) {
      try {
        await invitations.updateOne({ _id, email }, { $set: { email: normaliseEmail(email) } });
      } catch (error) {
        // Both forms are invited: one invitation is enough.
        if (!isDuplicateKey(error)) throw error;
        await invitations.deleteOne({ _id, email });
      }
    },
  });
}
