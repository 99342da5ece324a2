/** Views of an erratum. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type {
  wikiErratumActions,
  wikiErratumEndpoints,
} from '../../../shared/contracts/wiki-moderation/errata.ts';
import type { ErratumRecord } from './model.ts';

const presentContent = (erratum: ErratumRecord) => ({
  severity: erratum.severity,
  description: erratum.description,
  recommended_action: erratum.recommended_action,
  recommended_action_note: erratum.recommended_action_note,
  affected: erratum.affected,
  corrected_by_revision_id: erratum.corrected_by_revision_id,
  issued_at: erratum.issued_at.toISOString(),
  withdrawn_at: erratum.withdrawn_at?.toISOString() ?? null,
});

/** An erratum as the library reads it. */
export const presentLibraryErratum = (
  erratum: ErratumRecord,
): ResultOf<(typeof wikiErratumActions)['wiki.errata.ofStandard']>['errata'][number] => ({
  id: erratum._id,
  ...presentContent(erratum),
});

/** An erratum as everybody reads it. Who issued it is only in the audit trail. */
export const presentErratum = (
  erratum: ErratumRecord,
): ResultOf<(typeof wikiErratumEndpoints)['wiki.errata.get']> => ({
  id: erratum._id,
  standard_id: erratum.page_id,
  status: erratum.withdrawn_at === null ? 'active' : 'withdrawn',
  ...presentContent(erratum),
  withdrawn_reason: erratum.withdrawn_reason,
});
