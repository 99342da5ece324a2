/** Views of a standard without its content: compact and verbose. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardCompact, standardVerbose } from '../../../shared/contracts/standards/shapes.ts';
import type { CompactStandardRecord, StandardRecord } from './model.ts';

export type CompactStandard = Infer<typeof standardCompact>;
type VerboseStandard = Infer<typeof standardVerbose>;

/** @param record with the section that the reader sees (`withVisibleCategory`, `withSectionPath`) */
export function presentCompactStandard(record: CompactStandardRecord): CompactStandard {
  const { _id, name, description, subject_type, subject_id, library_id, library_name, current_revision } =
    record;
  return {
    id: _id,
    name,
    description,
    scope: { subject_type, subject_id },
    library: { id: library_id, name: library_name },
    category: presentCategoryReference(record),
    current_revision,
  };
}

function presentCategoryReference({
  category_id,
  category_path,
}: CompactStandardRecord): { id: number; name: string } | null {
  const name = category_path.at(-1);
  return category_id === null || name === undefined ? null : { id: category_id, name };
}

/** @param record see `presentCompactStandard` */
export function presentStandard(record: StandardRecord): VerboseStandard {
  return {
    ...presentCompactStandard(record),
    category_id: record.category_id,
    library_id: record.library_id,
    subject_type: record.subject_type,
    subject_id: record.subject_id,
    tags: record.tags,
    content_hash: record.content_hash,
    deprecated: record.deprecated,
    deprecated_at: record.deprecated_at?.toISOString() ?? null,
    deprecated_reason: record.deprecated_reason,
    customized_from_revision_id: record.customized_from_revision_id,
    parent_current_revision_id: record.parent_current_revision_id,
    last_seen_source_revision_id: record.last_seen_source_revision_id,
    wiki: record.wiki ?? null,
    created_by: record.created_by,
    created_at: record.created_at.toISOString(),
    updated_by: record.updated_by,
    updated_at: record.updated_at.toISOString(),
  };
}
