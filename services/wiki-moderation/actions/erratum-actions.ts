/**
 * Handlers that issue errata, extend them to more editions or clauses, name the edition that corrects them, and
 * withdraw them, each with its entry in the public log. Reads: `erratum-read-actions.ts`.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { wikiErratumEndpoints } from '../../../shared/contracts/wiki-moderation/errata.ts';
import type { ModerationAction } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { AuditEntryInput, Person } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import {
  assertCorrectingEdition,
  MAX_AFFECTED,
  newParts,
  resolveParts,
  scopeOf,
} from '../errata/affected-parts.ts';
import type { ErratumRecord } from '../errata/model.ts';
import { presentErratum } from '../errata/present.ts';
import type { ModerationScope } from '../moderation-log/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';

type WriteContracts = Pick<
  typeof wikiErratumEndpoints,
  'wiki.errata.issue' | 'wiki.errata.extend' | 'wiki.errata.correction' | 'wiki.errata.withdraw'
>;

/** The row of the public log for one write. */
interface LoggedErratum {
  logId: number;
  action: ModerationAction;
  erratum: ErratumRecord;
  scope: ModerationScope;
  by: Person;
}

export const wikiErratumWriteActions = (service: WikiService): Handlers<WriteContracts, WikiResources> => {
  const { node, pages, editions, errata, moderationLog } = service;

  /** Readers of the log follow an erratum by its matter. */
  const append = (session: ClientSession, { logId, action, erratum, scope, by }: LoggedErratum) =>
    moderationLog.append(session, {
      _id: logId,
      at: node.now(),
      action,
      reason: null,
      page_id: erratum.page_id,
      matter: `erratum:${erratum._id}`,
      scope,
      moderator: by,
      note: null,
    });

  /** @throws NOT_FOUND */
  async function requireErratum(pageId: string, id: string, session: ClientSession): Promise<ErratumRecord> {
    const erratum = await errata.findOfPage(pageId, id, session);
    if (!erratum) throw notFound();
    return erratum;
  }

  return {
    async 'wiki.errata.issue'(params, ctx, target) {
      const { severity, description, recommended_action, recommended_action_note = null } = params;
      if (recommended_action === 'other' && recommended_action_note === null) {
        const message = "The recommended action 'other' needs a note. Send recommended_action_note.";
        throw validationError([{ path: 'recommended_action_note', message }]);
      }
      const affected = newParts([], await resolveParts(pages, editions, target, params.affected));
      await assertCorrectingEdition(editions, target, params.corrected_by_revision_id);
      const erratum: ErratumRecord = {
        _id: randomUUID(),
        page_id: target.page._id,
        severity,
        description,
        recommended_action,
        recommended_action_note,
        affected,
        corrected_by_revision_id: params.corrected_by_revision_id ?? null,
        issued_by: ctx.person,
        issued_at: node.now(),
        withdrawn_at: null,
        withdrawn_by: null,
        withdrawn_reason: null,
      };
      const logId = await moderationLog.nextId();
      return pages.inTransaction(target.page._id, async (session) => {
        await errata.insert(session, erratum);
        const scope = scopeOf(affected);
        await append(session, { logId, action: 'errata_issued', erratum, scope, by: ctx.person });
        const auditEntry = erratumAuditEntry(erratum, { severity, affected });
        return ctx.finish(session, auditEntry, presentErratum(erratum));
      });
    },

    async 'wiki.errata.extend'({ errataId, affected }, ctx, target) {
      const named = await resolveParts(pages, editions, target, affected);
      const logId = await moderationLog.nextId();
      return pages.inTransaction(target.page._id, async (session) => {
        const before = await requireErratum(target.page._id, errataId, session);
        assertActive(before, 'It cannot be extended.');
        const added = newParts(before.affected, named);
        if (added.length === 0) {
          ctx.markUnchanged();
          return presentErratum(before);
        }
        if (before.affected.length + added.length > MAX_AFFECTED) {
          const message = `An erratum has at most ${MAX_AFFECTED} entries. Issue another one.`;
          throw validationError([{ path: 'affected', message }]);
        }
        const erratum = await errata.change(session, errataId, { $push: { affected: { $each: added } } });
        const scope = scopeOf(added);
        await append(session, { logId, action: 'errata_extended', erratum, scope, by: ctx.person });
        return ctx.finish(session, erratumAuditEntry(erratum, { affected: added }), presentErratum(erratum));
      });
    },

    async 'wiki.errata.correction'({ errataId, corrected_by_revision_id }, ctx, target) {
      await assertCorrectingEdition(editions, target, corrected_by_revision_id);
      const logId = await moderationLog.nextId();
      return pages.inTransaction(target.page._id, async (session) => {
        const before = await requireErratum(target.page._id, errataId, session);
        if (before.corrected_by_revision_id === corrected_by_revision_id) {
          ctx.markUnchanged();
          return presentErratum(before);
        }
        const erratum = await errata.change(session, errataId, { $set: { corrected_by_revision_id } });
        const scope = scopeOf(erratum.affected);
        await append(session, { logId, action: 'errata_linked_correction', erratum, scope, by: ctx.person });
        await ctx.audit(session, erratumAuditEntry(erratum, { corrected_by_revision_id }));
        return presentErratum(erratum);
      });
    },

    async 'wiki.errata.withdraw'({ errataId, reason }, ctx, target) {
      const logId = await moderationLog.nextId();
      return pages.inTransaction(target.page._id, async (session) => {
        assertActive(await requireErratum(target.page._id, errataId, session), 'It stays in the trail.');
        const erratum = await errata.change(session, errataId, {
          $set: { withdrawn_at: node.now(), withdrawn_by: ctx.person, withdrawn_reason: reason },
        });
        const scope = scopeOf(erratum.affected);
        await append(session, { logId, action: 'errata_withdrawn', erratum, scope, by: ctx.person });
        return ctx.finish(session, erratumAuditEntry(erratum, { reason }), presentErratum(erratum));
      });
    },
  };
};

/** @throws ERRATUM_WITHDRAWN */
function assertActive({ withdrawn_at }: ErratumRecord, consequence: string): void {
  if (withdrawn_at !== null)
    throw apiError('ERRATUM_WITHDRAWN', `The erratum has been withdrawn. ${consequence}`);
}

const erratumAuditEntry = ({ _id, page_id }: ErratumRecord, details: object): AuditEntryInput => ({
  resource: { type: 'wiki_standard', id: page_id },
  details: { erratum: { id: _id }, ...details },
});
