/** Reading and accepting the Contributor License Agreement (document 1, rules 1 to 3; A5, A20). */
import type { Connection } from 'mongoose';
import type { agreementEndpoints } from '../../../shared/contracts/identity/agreement.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { Acceptance, UserRecord } from '../accounts/model.ts';
import type { Accounts } from '../accounts/repository.ts';
import { siteRolesOf } from '../accounts/rules.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import type { AgreementRecord } from './model.ts';
import { presentAgreement } from './present.ts';
import type { Agreements } from './repository.ts';

interface Deps {
  connection: Connection;
  agreements: Agreements;
  accounts: Accounts;
  publishPrincipalChanged: PublishPrincipalChanged;
}

const presentAcceptance = (agreement: AgreementRecord, user: UserRecord) => ({
  ...presentAgreement(agreement, user.acceptance),
  site_roles: siteRolesOf(user),
});

/** The handlers that show the contributor agreement and take its acceptance (A5). */
export const agreementActions = (parts: Deps): Handlers<typeof agreementEndpoints, Record<never, never>> => ({
  async 'account.cla.get'(_, call) {
    const [agreement, user] = await Promise.all([
      parts.agreements.requireActive(new Date()),
      parts.accounts.find(call.userPrincipal.user.id),
    ]);
    return presentAgreement(agreement, user?.acceptance ?? null);
  },

  async 'account.cla.accept'({ document_id }, call) {
    const { connection, agreements, accounts, publishPrincipalChanged } = parts;
    const userId = call.userPrincipal.user.id;
    const now = new Date();
    const { answer, barred } = await inTransaction(connection, async (session) => {
      const agreement = await agreements.requireActive(now, session);
      if (document_id !== agreement._id) {
        throw apiError(
          'CLA_VERSION_STALE',
          'Read the current agreement with GET /api/account/cla and send its id as document_id.',
          {
            metadata: { currentDocumentId: agreement._id, currentVersion: agreement.version },
          },
        );
      }
      const user = await accounts.find(userId, session);
      if (!user) throw apiError('UNAUTHENTICATED', 'The account no longer exists.');
      if (user.acceptance?.agreement_id === agreement._id) {
        call.markUnchanged();
        return { answer: presentAcceptance(agreement, user), barred: user.contribution_barred };
      }
      const acceptance: Acceptance = { agreement_id: agreement._id, version: agreement.version, accepted_at: now };
      await agreements.recordAcceptance(session, userId, acceptance);
      await accounts.setAcceptance(session, userId, acceptance);
      const barred = user.contribution_barred;
      const answer = presentAcceptance(agreement, { ...user, acceptance });
      const [before, after] = [siteRolesOf(user), answer.site_roles].map((site_roles) => ({ site_roles }));
      const details = { agreement_version: agreement.version, contribution_barred: barred, before, after };
      const note = { resource: { type: 'agreement', id: agreement._id }, details };
      // A refusal of this kind is never given again from memory: rights may be given back.
      await (barred ? call.audit(session, note) : call.finish(session, note, answer));
      return { answer, barred };
    });
    // The acceptance is recorded either way; only the role is withheld (A5).
    if (barred) {
      throw apiError(
        'CONTRIBUTION_BARRED',
        'Your acceptance is recorded, but an administrator has revoked your contribution rights.',
      );
    }
    await publishPrincipalChanged(userId);
    return answer;
  },
});
