/**
 * Category of a customised copy: the one requested, else the source's by name, created where
 * missing. In a project it is a section, which is adopted as with `categories.adopt`.
 */
import type { ClientSession } from 'mongoose';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import {
  type CategoryPath,
  lockCategory,
  NO_CATEGORY,
  resolveCategory,
  toCategoryFields,
} from '../category/category-path.ts';
import { ensureCategoryPath } from '../category/ensure-category-path.ts';
import { loadSectionPaths, withVisibleCategory } from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import type { ScopeAccess } from '../scope-access.ts';
import type { ReadableStandard } from '../standard/access.ts';

interface CopyInput {
  source: ReadableStandard;
  access: ScopeAccess;
  categoryId: number | undefined;
  copyName: string;
  now: Date;
}

/** The members of the copy's record, and the categories that were created for it. */
interface PlacedCategory {
  fields: ReturnType<typeof toCategoryFields>;
  created: number[];
}

/**
 * Does the work that needs another service or new ids; the returned function does the rest in the transaction.
 * @throws UNKNOWN_CATEGORY, NAME_TAKEN
 */
export async function prepareCategory(
  service: StandardsService,
  input: CopyInput,
  ctx: RequestContext,
): Promise<(session: ClientSession) => Promise<PlacedCategory>> {
  const { source, access, categoryId, now } = input;
  const { scope } = access;
  const { categories } = service;
  if (categoryId !== undefined) {
    const named = await resolveCategory(categoryId, scope, categories, ctx);
    return async (session) => ({
      fields: toCategoryFields(await lockCategory(session, named, scope, categories)),
      created: [],
    });
  }
  const path = (await withVisibleCategory(source, ctx)).category_path;
  if (path.length === 0) return alwaysPlaceIn(NO_CATEGORY);
  if (scope.subject_type === 'project')
    return alwaysPlaceIn(await findOrAddSection(service, path, input, ctx));
  const ids = await categories.nextIds(path.length);
  return async (session) => {
    const names = path.map((name) => ({ name }));
    const adopted = await ensureCategoryPath(session, categories, { scope, path: names, ids, now });
    const categoryPath = {
      id: adopted.categories.at(-1)?._id ?? null,
      path: adopted.categories.map(({ name }) => name),
    };
    return { fields: toCategoryFields(categoryPath), created: adopted.created };
  };
}

const alwaysPlaceIn = (categoryPath: CategoryPath) => async (): Promise<PlacedCategory> => ({
  fields: toCategoryFields(categoryPath),
  created: [],
});

/** The section of a project with the name of a category, preferably at the same path; else it is adopted. */
async function findOrAddSection(
  { categories, standards }: StandardsService,
  path: readonly string[],
  { access: { scope, projectAccess, subject }, copyName }: CopyInput,
  ctx: RequestContext,
): Promise<CategoryPath> {
  const name = path.at(-1);
  if (!projectAccess || name === undefined) return NO_CATEGORY;
  const { project_id } = projectAccess;
  // A former section accepts no other standard.
  const sections = [...(await loadSectionPaths(project_id, ctx))].filter(([id, place]) => place.id === id);
  const keyOf = (names: readonly string[]) => names.map(foldName).join('\u001f');
  const found =
    sections.find(([, place]) => keyOf(place.path) === keyOf(path)) ??
    sections.find(([, place]) => foldName(place.path.at(-1) ?? '') === foldName(name));
  if (found) return found[1];
  if (!ctx.isAllowed('category:create', subject)) return NO_CATEGORY;
  // A copy that would be refused for its name must not leave a section behind.
  if (await standards.findActive(scope, copyName))
    throw apiError(
      'NAME_TAKEN',
      `There is already an active standard ${JSON.stringify(copyName)} in this project.`,
    );
  const { id } = await ctx.call('projects.sections.adopt', {
    project_id,
    path: path.map((name) => ({ name, description: '', sort_order: 0 })),
    ids: await categories.nextIds(path.length),
  });
  return { id, path: [...path] };
}
