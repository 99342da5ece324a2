/**
 * Handler of the internal action `wiki.errata.ofStandard`, for standards: all errata of a wiki page, withdrawn ones
 * too.
 */
import type { wikiErratumActions } from '../../../shared/contracts/wiki-moderation/errata.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { Errata } from './repository.ts';

/** The handler that lists the errata of a page. */
export const wikiErratumInternalActions = (
  errata: Errata,
): Handlers<typeof wikiErratumActions, NoResources> => ({
  async 'wiki.errata.ofStandard'({ standard_id }) {
    const rows = await errata.listByPage(standard_id);
    return {
      errata: rows.map((erratum) => ({
        id: erratum._id,
        severity: erratum.severity,
        description: erratum.description,
        recommended_action: erratum.recommended_action,
        recommended_action_note: erratum.recommended_action_note,
        affected: erratum.affected,
        corrected_by_revision_id: erratum.corrected_by_revision_id,
        issued_at: erratum.issued_at.toISOString(),
        withdrawn_at: erratum.withdrawn_at?.toISOString() ?? null,
      })),
    };
  },
});
