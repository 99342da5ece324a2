/**
 * Views of a wiki page, in a list or with its text, and rows of its revisions. Editions: `../adoption/present.ts`.
 * Pure.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type {
  wikiPageRow,
  wikiPageView,
  wikiRevisionRow,
} from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from '../libraries/model.ts';
import type { PageRecord, WikiRevisionRecord } from './model.ts';

/** A page in a list. */
export function presentPageRow(
  record: PageRecord,
  library: WikiLibraryRecord,
  categories: readonly WikiCategoryRecord[],
): Infer<typeof wikiPageRow> {
  const category = categories.find(({ _id }) => _id === record.category_id);
  return {
    id: record._id,
    librarySlug: library.slug,
    slug: record.slug,
    title: record.title,
    description: record.description,
    category: category ? { id: category._id, name: category.name, slug: category.slug } : null,
    current_revision: record.current_revision,
    current_adopted_revision: record.current_edition ?? null,
    tags: record.tag_ids,
    archived: record.archived,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** A page with its current text. */
export function presentPage(
  record: PageRecord,
  library: WikiLibraryRecord,
  categories: readonly WikiCategoryRecord[],
  content: string,
): Infer<typeof wikiPageView> {
  return { ...presentPageRow(record, library, categories), content, created_by: record.created_by };
}

/** A row of the revision list. */
export function presentRevisionRow(record: WikiRevisionRecord): Infer<typeof wikiRevisionRow> {
  return {
    id: record._id,
    standard_id: record.page_id,
    revision_number: record.revision_number,
    title: record.title,
    edit_summary: record.edit_summary,
    tags: record.tag_ids,
    content_hash: record.content_hash,
    hidden: record.hidden,
    created_by: record.created_by,
    created_at: record.created_at.toISOString(),
  };
}
