/** Reading and accepting the Contributor License Agreement (document 1, rules 1 to 3; A5, A20). */
import type { Connection } from 'mongoose';
import type { agreementEndpoints } from '../../../shared/contracts/identity/agreement.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Acceptance, UserRecord } from '../accounts/model.ts';
import type { Accounts } from '../accounts/repository.ts';
import { siteRolesOf } from '../accounts/rules.ts';
import type { Announce } from '../news.ts';
import type { AgreementRecord } from './model.ts';
import { presentAgreement } from './present.ts';
import type { Agreements } from './repository.ts';

interface AgreementParts {
  connection: Connection;
  agreements: Agreements;
  accounts: Accounts;
  announce: Announce;
}

const answerOf = (agreement: AgreementRecord, user: UserRecord) => ({
  ...presentAgreement(agreement, user.acceptance),
  site_roles: siteRolesOf(user),
});

/** The handlers that show the contributor agreement and take its acceptance (A5). */
export const agreementActions = (parts: AgreementParts): Handlers<typeof agreementEndpoints, Record<never, never>> => ({
  async 'account.cla.get'(_, call) {
    const [agreement, user] = await Promise.all([parts.agreements.active(new Date()), parts.accounts.find(call.user.user.id)]);
    return presentAgreement(agreement, user?.acceptance ?? null);
  },

  async 'account.cla.accept'({ document_id }, call) {
    const { connection, agreements, accounts, announce } = parts;
    const userId = call.user.user.id;
    const now = new Date();
    const { answer, barred } = await inTransaction(connection, async (session) => {
      const agreement = await agreements.active(now, session);
      if (document_id !== agreement._id) {
        throw fail('CLA_VERSION_STALE', 'Read the agreement in force with GET /api/account/cla and send its id as document_id.', {
          metadata: { currentDocumentId: agreement._id, currentVersion: agreement.version },
        });
      }
      const user = await accounts.find(userId, session);
      if (!user) throw fail('UNAUTHENTICATED', 'The account is not there any more.');
      if (user.acceptance?.agreement_id === agreement._id) {
        call.unchanged();
        return { answer: answerOf(agreement, user), barred: user.contribution_barred };
      }
      const acceptance: Acceptance = { agreement_id: agreement._id, version: agreement.version, accepted_at: now };
      await agreements.record(session, userId, acceptance);
      await accounts.accept(session, userId, acceptance);
      const barred = user.contribution_barred;
      const answer = answerOf(agreement, { ...user, acceptance });
      const [before, after] = [siteRolesOf(user), answer.site_roles].map((site_roles) => ({ site_roles }));
      const details = { agreement_version: agreement.version, contribution_barred: barred, before, after };
      const note = { resource: { type: 'agreement', id: agreement._id }, details };
      // A refusal of this kind is never given again from memory: rights may be given back.
      await (barred ? call.audit(session, note) : call.conclude(session, note, answer));
      return { answer, barred };
    });
    // The acceptance is recorded either way; only the role is withheld (A5).
    if (barred) {
      throw fail('CONTRIBUTION_BARRED', 'Your acceptance is recorded, but an administrator has withheld contribution rights.');
    }
    await announce(userId);
    return answer;
  },
});
