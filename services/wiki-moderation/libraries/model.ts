/** Records and collections of wiki libraries and their categories. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface WikiLibraryRecord {
  /** UUID. */
  _id: string;
  slug: string;
  name: string;
  /** The folded name, for comparison. */
  name_key: string;
  description: string;
  /** Number of changes of its name; absent before the first. */
  name_changes?: number;
  /** Number of changes of its categories, which a transaction increments to lock them; absent before the first. */
  category_changes?: number;
  created_at: Date;
}

export interface WikiCategoryRecord {
  /** UUID. */
  _id: string;
  library_id: string;
  parent_id: string | null;
  name: string;
  name_key: string;
  slug: string;
  /** Earlier ones, by which the frontmatter of pages may still name it; absent before the first change. */
  former_slugs?: string[];
  description: string;
  sort_order: number;
  created_at: Date;
}

export const wikiLibraryCollection = defineCollection<WikiLibraryRecord>('libraries', [
  [{ slug: 1 }, { unique: true }],
  [{ name_key: 1 }, { unique: true }],
]);
export const wikiCategoryCollection = defineCollection<WikiCategoryRecord>('categories', [
  [{ library_id: 1, slug: 1 }, { unique: true }],
  [{ library_id: 1, parent_id: 1, name_key: 1 }, { unique: true }],
  [{ library_id: 1, sort_order: 1, name_key: 1 }],
]);
