/** Handlers by which an account reads the contributor agreement (CLA) in force, and accepts it. */
import type { agreementEndpoints } from '../../../shared/contracts/identity/agreement.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { siteRolesOf } from '../accounts/account-status.ts';
import type { Acceptance, UserRecord } from '../accounts/model.ts';
import { type AgreementRecord, presentAgreement } from '../agreement/model.ts';
import type { IdentityService } from '../open-identity.ts';

const presentAcceptance = (agreement: AgreementRecord, user: UserRecord) => ({
  ...presentAgreement(agreement, user.acceptance),
  site_roles: siteRolesOf(user),
});

export const agreementActions = (
  service: IdentityService,
): Handlers<typeof agreementEndpoints, NoResources> => ({
  async 'account.cla.get'(_, ctx) {
    const [agreement, user] = await Promise.all([
      service.agreements.requireActive(new Date()),
      service.accounts.findById(ctx.account.id),
    ]);
    return presentAgreement(agreement, user?.acceptance ?? null);
  },

  async 'account.cla.accept'({ document_id }, ctx) {
    const { connection, agreements, accounts, publishPrincipalChanged } = service;
    const userId = ctx.account.id;
    const now = new Date();
    const { view, barred } = await inTransaction(connection, async (session) => {
      const agreement = await agreements.requireActive(now, session);
      if (document_id !== agreement._id) {
        const detail = 'Read the current agreement with GET /api/account/cla and send its id as document_id.';
        const metadata = { currentDocumentId: agreement._id, currentVersion: agreement.version };
        throw apiError('CLA_VERSION_STALE', detail, { metadata });
      }
      const user = await accounts.findById(userId, session);
      if (!user) throw apiError('UNAUTHENTICATED', 'The account no longer exists.');
      if (user.acceptance?.agreement_id === agreement._id) {
        ctx.markUnchanged();
        return { view: presentAcceptance(agreement, user), barred: user.contribution_barred };
      }
      const acceptance: Acceptance = {
        agreement_id: agreement._id,
        version: agreement.version,
        accepted_at: now,
      };
      await agreements.recordAcceptance(session, userId, acceptance);
      await accounts.setAcceptance(session, userId, acceptance);
      const barred = user.contribution_barred;
      const view = presentAcceptance(agreement, { ...user, acceptance });
      const [before, after] = [siteRolesOf(user), view.site_roles].map((site_roles) => ({ site_roles }));
      const details = { agreement_version: agreement.version, contribution_barred: barred, before, after };
      const note = { resource: { type: 'agreement', id: agreement._id }, details };
      // This error is never replayed: the rights may be restored before the request is repeated.
      await (barred ? ctx.audit(session, note) : ctx.finish(session, note, view));
      return { view, barred };
    });
    // The acceptance is recorded, but the role is withheld.
    if (barred) {
      const detail =
        'Your acceptance is recorded, but an administrator has revoked your contribution rights.';
      throw apiError('CONTRIBUTION_BARRED', detail);
    }
    await publishPrincipalChanged(userId);
    return view;
  },
});
