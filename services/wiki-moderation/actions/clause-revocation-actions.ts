/**
 * Handlers that put clauses of an edition under a hold and lift it, and that change the level or narrow the scope of
 * an open revocation. Whole editions are in `edition-revocation-actions.ts`.
 */
import type { wikiRevocationEndpoints } from '../../../shared/contracts/wiki-moderation/revocations.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { HeldClause } from '../holds/model.ts';
import { assertReasonNote } from '../moderation-log/reason-note.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { buildHold } from '../revocations/build-hold.ts';
import { changeLevel, narrowScope } from '../revocations/change-matter.ts';
import { type DecisionEntry, loggedReason, takeDecision } from '../revocations/decision.ts';
import {
  assertFree,
  assertHeld,
  findNamedMatter,
  joinedMatter,
  pickClauseHolds,
  pickMatter,
  requireOpenHold,
} from '../revocations/find-matter.ts';
import { liftClauses, loadClauses, pickClauses, withoutClauses } from '../revocations/held-clauses.ts';
import { assertPublished } from '../revocations/restore-edition.ts';

type ClauseContracts = Pick<
  typeof wikiRevocationEndpoints,
  'wiki.adopted.elements.revoke' | 'wiki.adopted.elements.restore' | 'wiki.adopted.revocation.update'
>;

const NOT_IN_EDITION = 'is not an address of the edition.';

export const wikiClauseRevocationActions = (
  service: WikiService,
): Handlers<ClauseContracts, WikiResources> => {
  /** @throws NOT_FOUND for an edition of another page */
  async function loadEditionClauses(pageId: string, editionId: string): Promise<Map<string, HeldClause>> {
    const edition = await service.editions.findById(editionId);
    if (edition?.page_id !== pageId) throw notFound();
    return loadClauses(service.pages, editionId);
  }

  return {
    async 'wiki.adopted.elements.revoke'(params, ctx, target) {
      const { adoptedRevId, element_addresses, reason_code, reason_note } = params;
      const named = await findNamedMatter(service, params);
      assertReasonNote(reason_code, reason_note);
      const clauses = await loadEditionClauses(target.page._id, adoptedRevId);
      const chosen = pickClauses(clauses, element_addresses, NOT_IN_EDITION);
      const addresses = chosen.map(({ address }) => address);
      const matterIds = await service.matters.nextIds(chosen.length);
      let matterId = 0;
      return takeDecision(
        service,
        { ctx, target, editionId: adoptedRevId },
        async ({ session, edition, editionHolds, now }) => {
          assertPublished(edition);
          matterId = joinedMatter(editionHolds, { named, reason: reason_code }) ?? matterIds[0] ?? 0;
          // If the caller names a matter, a clause may also be held for another reason.
          const blocking = editionHolds.filter(
            (hold) => named === undefined || hold.reason_code === reason_code,
          );
          assertFree(blocking, addresses, now);
          const hold = buildHold(edition, chosen, {
            matterId,
            reason: reason_code,
            by: ctx.person,
            now,
          });
          await service.holds.insert(session, hold);
          await service.matters.open(session, hold, matterIds);
          const scope = { kind: 'clauses' as const, addresses };
          return {
            entries: [{ action: 'adoption_element_revoke', reason: reason_code, note: reason_note, scope }],
            details: { matter_id: matterId, addresses },
          };
        },
        ({ adoptedRevision, moderationLogEntry }) => ({ adoptedRevision, matterId, moderationLogEntry }),
      );
    },

    async 'wiki.adopted.elements.restore'(params, ctx, target) {
      const { adoptedRevId, element_addresses, reason_code, reason_note } = params;
      const matterId = await findNamedMatter(service, params);
      assertReasonNote(reason_code, reason_note);
      const clauses = await loadEditionClauses(target.page._id, adoptedRevId);
      const addresses = pickClauses(clauses, element_addresses, NOT_IN_EDITION).map(({ address }) => address);
      return takeDecision(
        service,
        { ctx, target, editionId: adoptedRevId },
        async (state) => {
          const { editionHolds, now } = state;
          const chosen = pickClauseHolds(editionHolds, { matterId, addresses, now });
          assertHeld(chosen, addresses, matterId);
          await liftClauses(service, state, chosen, addresses);
          const others = editionHolds.filter((each) => each.scope === 'edition' || !chosen.includes(each));
          const reason = loggedReason([...others, ...withoutClauses(chosen, addresses)], reason_code);
          const scope = { kind: 'clauses' as const, addresses };
          return {
            entries: [{ action: 'adoption_element_restore', reason, note: reason_note, scope }],
            details: { matter_id: matterId, addresses },
          };
        },
        ({ adoptedRevision, moderationLogEntry }) => ({ adoptedRevision, moderationLogEntry }),
      );
    },

    async 'wiki.adopted.revocation.update'(params, ctx, target) {
      const { adoptedRevId, level, element_addresses, reason_code, reason_note } = params;
      const matterId = await findNamedMatter(service, params);
      assertReasonNote(reason_code, reason_note);
      const clauses = await loadEditionClauses(target.page._id, adoptedRevId);
      const matterIds = await service.matters.nextIds(element_addresses?.length ?? 0);
      return takeDecision(
        service,
        { ctx, target, editionId: adoptedRevId },
        async (state) => {
          const chosen = pickMatter(state.editionHolds, matterId, state.now);
          const first = requireOpenHold(chosen);
          const reasoned = { reason: loggedReason(state.editionHolds, reason_code), note: reason_note };
          const entries: DecisionEntry[] = [];
          const raised = level === undefined ? null : await changeLevel(service, state, chosen, level);
          if (raised) entries.push({ action: 'adoption_level_change', ...reasoned, scope: raised.scope });
          const matterHolds = raised?.holds ?? chosen;
          const narrowed = element_addresses
            ? await narrowScope(service, { ...state, matterHolds, clauses, matterIds }, element_addresses)
            : null;
          if (narrowed) entries.push({ action: 'adoption_scope_narrow', ...reasoned, scope: narrowed.scope });
          if (entries.length === 0)
            throw apiError(
              'NOTHING_TO_CHANGE',
              'The revocation has this level and scope already. Send another level, or fewer element_addresses.',
            );
          return {
            ...(narrowed?.page ? { page: narrowed.page } : {}),
            entries,
            details: { matter_id: first.matter_id, level, addresses: element_addresses },
          };
        },
        ({ adoptedRevision, moderationLogEntries }) => ({ adoptedRevision, moderationLogEntries }),
      );
    },
  };
};
