/** Builder of the record of a new standard, without a revision. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { type CategoryPath, toCategoryFields } from '../category/category-path.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { Scope } from '../scope-access.ts';
import type { StandardRecord, WikiLink } from './model.ts';
import { buildNameMembers } from './repository.ts';

interface NewStandard {
  id: number;
  name: string;
  description: string;
  scope: Scope;
  categoryPath: CategoryPath;
  library: LibraryRecord;
  /** Null for library copies of wiki pages. */
  by: Person | null;
  now: Date;
  wiki?: WikiLink;
}

/** The record; `Standards.add` replaces `library_name` by the name at that time. */
export function newStandard({ library, by, now, ...given }: NewStandard): StandardRecord {
  return {
    _id: given.id,
    ...buildNameMembers(given.name, given.description),
    ...given.scope,
    ...toCategoryFields(given.categoryPath),
    library_id: library._id,
    library_name: library.name,
    current_revision: null,
    content_hash: null,
    changes: 0,
    revision_count: 0,
    newest_code: null,
    tags: [],
    deprecated: false,
    deprecated_at: null,
    deprecated_reason: null,
    customized_from_revision_id: null,
    parent_current_revision_id: null,
    last_seen_source_revision_id: null,
    ...(given.wiki ? { wiki: given.wiki, page_id: given.wiki.standard_id } : {}),
    created_by: by,
    created_at: now,
    updated_by: by,
    updated_at: now,
  };
}
