/** Where a standard is filed: the category it names, whoever keeps it, and how its place in lists is made of names. */
import type { Call } from '../../../shared/kernel/call.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import { foldName } from '../../../shared/names.ts';
import { isSameScope, type Scope } from '../subject.ts';
import type { Categories } from './repository.ts';
import { sectionsOf } from './sections.ts';

/** A category with the names from the top to it; empty for a standard filed nowhere. */
export interface Filing {
  id: number | null;
  path: string[];
}

export const NOWHERE: Filing = { id: null, path: [] };

/** The category of this id in a standard's own scope. @throws UNKNOWN_CATEGORY */
export async function fileIn(id: number, scope: Scope, categories: Categories, call: Call): Promise<Filing> {
  const filing = scope.subject_type === 'project' ? await inSection(id, scope, call) : await inCategory(id, scope, categories);
  if (filing) return filing;
  const message = `Category ${id} is not one of this scope; GET /api/categories lists them.`;
  throw fail('UNKNOWN_CATEGORY', message, { errors: [{ path: 'category_id', message }] });
}

async function inCategory(id: number, scope: Scope, categories: Categories): Promise<Filing | null> {
  const category = await categories.find(id);
  if (!category || !isSameScope(category, scope)) return null;
  const parent = category.parent_id === null ? null : await categories.find(category.parent_id);
  return { id, path: [...(parent ? [parent.name] : []), category.name] };
}

async function inSection(id: number, { subject_id }: Scope, call: Call): Promise<Filing | null> {
  if (subject_id === null) return null;
  const path = (await sectionsOf(subject_id, call)).get(id);
  return path ? { id, path } : null;
}

/** The key that sorts standards by category: a child right after its parent. */
export const filingKey = ({ path }: Filing): string => path.map(foldName).join('\u001f');
