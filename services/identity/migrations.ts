/**
 * The migrations of identity: the end and the inviter of invitations (Y1), and emails with the domain in ASCII (Y19),
 * of accounts and of invitations. Two accounts with two forms of one email both stay, and both can sign in, each with
 * its own form; a line of the log names them.
 */
import type { Connection } from 'mongoose';
import { rowsOf } from '../../shared/kernel/database/cursor-rows.ts';
import {
  invitedEmailsMigration,
  WITH_UNICODE_DOMAIN,
} from '../../shared/kernel/database/email-domains-migration.ts';
import { type Migration, recordMigration } from '../../shared/kernel/database/migration.ts';
import { isDuplicateKey } from '../../shared/kernel/database/mongo.ts';
import { normaliseEmail } from '../../shared/text/names-and-emails.ts';
import { emailMembers } from './accounts/email-members.ts';
import { type UserRecord, userCollection } from './accounts/model.ts';
import { INVITATION_DAYS } from './companies/invitations.ts';
import { type InvitationRecord, invitationCollection } from './companies/model.ts';

const DAY_MS = 86_400_000;

interface Deps {
  connection: Connection;
  warn: (line: string) => void;
}

/** In their order. */
export function identityMigrations({ connection, warn }: Deps): Migration[] {
  const users = userCollection(connection);
  const invitations = invitationCollection(connection);
  return [
    recordMigration<InvitationRecord>({
      title: 'end and inviter of invitations',
      listOld: () =>
        rowsOf(
          invitations
            .find({ expires_at: { $exists: false } })
            .lean<InvitationRecord[]>()
            .cursor(),
        ),
      change: ({ _id }) => {
        const end = { invited_by: null, expires_at: new Date(Date.now() + INVITATION_DAYS * DAY_MS) };
        return invitations.updateOne({ _id, expires_at: { $exists: false } }, { $set: end });
      },
    }),
    recordMigration<Pick<UserRecord, '_id' | 'email'>>({
      title: 'emails of accounts with the domain in ASCII',
      listOld: () => rowsOf(users.find(WITH_UNICODE_DOMAIN, { email: 1 }).lean<UserRecord[]>().cursor()),
      async change({ _id, email }) {
        const ascii = normaliseEmail(email);
        try {
          await users.updateOne({ _id, email }, { $set: emailMembers(ascii) });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          const other = await users.findOne({ email: ascii }, { _id: 1 }).lean<UserRecord>();
          warn(
            `The accounts ${_id} and ${other?._id ?? 'unknown'} have the same email in two forms. Each signs in with its own form; mails about passwords concern the latter.`,
          );
        }
      },
    }),
    invitedEmailsMigration(connection, invitations.collection.name),
  ];
}
