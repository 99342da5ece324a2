/** Views of a revision without its content: the row for callers, and the head for services that pin it. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardRevisionHead } from '../../../shared/contracts/standards/internal.ts';
import type { standardRevisionRow } from '../../../shared/contracts/standards/shapes.ts';
import type { HoldTerms } from '../holds/model.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { SealedRevision } from './model.ts';
import { isRevokedEdition } from './revoked-edition.ts';

type StandardRevisionRow = Infer<typeof standardRevisionRow>;
type StandardRevisionHead = Infer<typeof standardRevisionHead>;

/** A row of the revision list. */
export function presentStandardRevision(
  revision: SealedRevision,
  { current_revision }: Pick<StandardRecord, 'current_revision'>,
): StandardRevisionRow {
  return {
    id: revision._id,
    code: revision.code,
    ordinal: revision.ordinal,
    severity: revision.severity,
    summary: revision.summary,
    tags: revision.tags,
    content_hash: revision.content_hash,
    element_count: revision.element_count,
    field_count: revision.field_count,
    current: current_revision?.id === revision._id,
    wiki: revision.wiki
      ? {
          standard_id: revision.wiki.standard_id,
          adopted_revision_id: revision.wiki.adopted_revision_id,
        }
      : null,
    created_by: revision.created_by,
    created_at: revision.created_at.toISOString(),
  };
}

/** A revision for services that pin it. One of a revoked edition is not eligible. @param holds of its page */
export function presentRevisionHead(
  revision: SealedRevision,
  standardName: string,
  holds: readonly HoldTerms[],
): StandardRevisionHead {
  const { _id, standard_id, code, severity, ordinal, content_hash, element_count, field_count } = revision;
  return {
    id: _id,
    standard_id,
    standard_name: standardName,
    code,
    severity,
    ordinal,
    content_hash,
    element_count,
    field_count,
    eligible: !isRevokedEdition(revision, holds),
  };
}
