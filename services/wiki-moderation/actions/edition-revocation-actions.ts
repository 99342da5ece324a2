/**
 * Handlers that revoke and restore a whole edition and mark its replacement. Clauses of it are in
 * `clause-revocation-actions.ts`.
 */
import type { wikiRevocationEndpoints } from '../../../shared/contracts/wiki-moderation/revocations.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { presentEffect } from '../holds/present.ts';
import { assertReasonNote } from '../moderation-log/reason-note.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { buildHold } from '../revocations/build-hold.ts';
import {
  type DecisionOutcome,
  type DecisionState,
  loggedReason,
  takeDecision,
} from '../revocations/decision.ts';
import {
  assertNotRevoked,
  findNamedMatter,
  joinedMatter,
  requireEditionHold,
  requireOpenHold,
} from '../revocations/find-matter.ts';
import { assertPublished, restoreEdition } from '../revocations/restore-edition.ts';

type EditionContracts = Pick<
  typeof wikiRevocationEndpoints,
  'wiki.adopted.revoke' | 'wiki.adopted.restore' | 'wiki.adopted.replacement'
>;

export const wikiEditionRevocationActions = (
  service: WikiService,
): Handlers<EditionContracts, WikiResources> => ({
  async 'wiki.adopted.revoke'(params, ctx, target) {
    const { adoptedRevId, reason_code, reason_note } = params;
    const named = await findNamedMatter(service, params);
    assertReasonNote(reason_code, reason_note);
    const [rowId = 0] = await service.matters.nextIds(1);
    const request = { ctx, target, editionId: adoptedRevId };
    return takeDecision(
      service,
      request,
      async (state) => {
        const { session, page, edition, pageHolds, editionHolds, now } = state;
        assertPublished(edition);
        const matterId = joinedMatter(editionHolds, { named, reason: reason_code }) ?? rowId;
        assertNotRevoked(edition, editionHolds, now);
        const hold = buildHold(edition, null, { matterId, reason: reason_code, by: ctx.person, now });
        await service.holds.insert(session, hold);
        await service.holds.dropReplacement(session, edition._id, pageHolds, now);
        await service.matters.open(session, hold, [rowId]);
        await service.editions.setRevoked(session, edition._id, { at: now, reason: reason_code });
        const survivor = await service.editions.findNewestActive(session, page._id);
        const pointer = survivor && { id: survivor._id, revision_number: survivor.revision_number };
        return {
          page: await service.pages.pointToEdition(session, page._id, pointer, now),
          entries: [
            { action: 'adoption_revoke', reason: reason_code, note: reason_note, scope: { kind: 'edition' } },
          ],
          details: { matter_id: matterId },
        };
      },
      presentPointer,
    );
  },

  async 'wiki.adopted.restore'(params, ctx, target) {
    const { adoptedRevId, reason_code, reason_note } = params;
    const matterId = await findNamedMatter(service, params);
    assertReasonNote(reason_code, reason_note);
    return takeDecision(
      service,
      { ctx, target, editionId: adoptedRevId },
      async (state) => {
        const hold = requireEditionHold(state, matterId);
        return {
          page: await restoreEdition(service, state, hold),
          entries: [
            {
              action: 'adoption_restore',
              reason: reason_code,
              note: reason_note,
              scope: { kind: 'edition' },
            },
          ],
          details: { matter_id: hold.matter_id },
        };
      },
      presentPointer,
    );
  },

  async 'wiki.adopted.replacement'({ adoptedRevId, replacement_adopted_revision_id: id }, ctx, target) {
    if (id === adoptedRevId) {
      throw apiErrorAt(
        'VALIDATION_ERROR',
        'replacement_adopted_revision_id',
        'An edition cannot replace itself. Name another edition of the standard.',
      );
    }
    let event: 'replacement_marked' | 'replacement_changed' = 'replacement_marked';
    return takeDecision(
      service,
      { ctx, target, editionId: adoptedRevId },
      async (state) => {
        const { session, editionHolds, now } = state;
        const hold = requireOpenHold(editionHolds);
        const replacement = await service.editions.findOfPage(state.page._id, id, session);
        if (!replacement) throw notFound();
        assertEligible(replacement);
        event = hold.replacement === null ? 'replacement_marked' : 'replacement_changed';
        const marked = { edition_id: id, marked_at: now };
        for (const each of editionHolds) await service.holds.setReplacement(session, each, marked, now);
        await service.replacementNotifications.queue(session, { editionId: adoptedRevId, event, now });
        return {
          entries: [
            {
              action: 'adoption_replacement_change',
              reason: loggedReason(editionHolds, hold.reason_code),
              note: undefined,
              scope: presentScope(state),
            },
          ],
          details: { replacement: { id, code: String(replacement.revision_number) } },
        };
      },
      ({ adoptedRevision, moderationLogEntry }) => {
        const { effect } = adoptedRevision;
        if (!effect) throw new Error('an edition with an open hold has no effect');
        const { level2_at, acknowledge_by, escalates_at } = effect;
        return {
          effect,
          deadlines: { level2_at, acknowledge_by, escalates_at },
          eventType: event,
          moderationLogEntry,
        };
      },
    );
  },
});

/** @throws EDITION_NOT_PUBLISHED, REVISION_NOT_ELIGIBLE for a revoked one */
function assertEligible(replacement: EditionRecord): void {
  assertPublished(replacement);
  if (!replacement.revoked_at) return;
  throw apiError('REVISION_NOT_ELIGIBLE', 'The replacement is itself revoked. Name a surviving edition.');
}

/** The scope of a decision on all holds of an edition, for the log. */
function presentScope({ editionHolds, page, now }: DecisionState) {
  const [hold] = editionHolds;
  return hold ? presentEffect(hold, page, now).scope : { kind: null };
}

function presentPointer({ adoptedRevision, moderationLogEntry, page, editionBefore }: DecisionOutcome) {
  const newCurrentAdoptedRevisionId = page.current_edition?.id ?? null;
  return {
    adoptedRevision,
    currentAdoptedRevisionRepointed: newCurrentAdoptedRevisionId !== editionBefore,
    newCurrentAdoptedRevisionId,
    moderationLogEntry,
  };
}
