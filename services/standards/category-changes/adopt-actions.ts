/** Copies of categories in other scopes: found by name, or created (document 2, categories; decisions S21). */
import type { ClientSession, Connection } from 'mongoose';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type CategoryResources, requireNamedCategory } from '../category/access.ts';
import type { CategoryRecord } from '../category/model.ts';
import { type CategoryView, presentCategory, presentSectionAsCategory } from '../category/present.ts';
import { type Categories, newCategory } from '../category/repository.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { isSameScope, type Scope } from '../scope-access.ts';
import { inTreeTransaction } from './tree-changes.ts';

type AdoptContracts = Pick<typeof categoryChangeEndpoints, 'categories.adopt'>;
type AdoptResult = ResultOf<AdoptContracts['categories.adopt']>;

interface Deps {
  connection: Connection;
  categories: Categories;
}

/** The handler that adopts a category. */
export const categoryAdoptActions = ({
  connection,
  categories,
}: Deps): Handlers<AdoptContracts, CategoryResources> => {
  async function adoptInto(scope: Scope, path: readonly CategoryView[], call: Call): Promise<AdoptResult> {
    const ids = await categories.nextIds(path.length);
    const { result, changed } = await inTreeTransaction(connection, async (session) => {
      const { record, created } = await findOrCreatePath(session, categories, { scope, path, ids });
      const result = { ...presentCategory(record), created };
      if (!created) return { result, changed: false };
      const details = { name: record.name, ...scope, source: path.at(-1)?.id };
      const note = { resource: { type: 'category', id: record._id }, details };
      return { result: await call.finish(session, note, result), changed: true };
    });
    if (!changed) call.markUnchanged();
    return result;
  }

  async function adoptIntoProject(
    projectId: number,
    path: readonly CategoryView[],
    call: Call,
  ): Promise<AdoptResult> {
    const { section, created } = await call.call('projects.sections.adopt', {
      project_id: projectId,
      path: path.map(({ name, description, sort_order }) => ({ name, description, sort_order })),
      ids: await categories.nextIds(path.length),
    });
    call.markUnchanged();
    return { ...presentSectionAsCategory(section), created };
  }

  return {
    async 'categories.adopt'({ sourceCategoryId, targetSubjectType, targetSubjectId }, call) {
      const source = await requireNamedCategory(sourceCategoryId, categories, call);
      const { scope, projectAccess } = await resolveScopeForCreate(
        { subject_type: targetSubjectType, subject_id: targetSubjectId },
        'category:create',
        call,
        'targetSubjectId',
      );
      if (isSameScope(source, scope)) {
        const message = 'The category is already in this scope. Name another one.';
        throw validationError([{ path: 'targetSubjectType', message }]);
      }
      const parent =
        source.parent_id === null ? null : await requireNamedCategory(source.parent_id, categories, call);
      const path = parent ? [parent, source] : [source];
      return projectAccess
        ? adoptIntoProject(projectAccess.project_id, path, call)
        : adoptInto(scope, path, call);
    },
  };
};

interface PathToAdopt {
  scope: Scope;
  path: readonly CategoryView[];
  /** A new id for each category of the path. */
  ids: readonly number[];
}

/** The last category of the path, created where it is missing; a child is looked for under its parent only. */
async function findOrCreatePath(
  session: ClientSession,
  categories: Categories,
  { scope, path, ids }: PathToAdopt,
): Promise<{ record: CategoryRecord; created: boolean }> {
  let found: { record: CategoryRecord; created: boolean } | null = null;
  for (const [level, { name, description, sort_order }] of path.entries()) {
    const parentId: number | null = found?.record._id ?? null;
    const sibling = await categories.findSibling(scope, parentId, name, session);
    if (sibling) {
      found = { record: sibling, created: false };
      continue;
    }
    const id = ids[level];
    if (id === undefined) throw new Error(`no id for the category ${name}`);
    const record = newCategory({
      id,
      scope,
      parentId,
      name,
      description,
      sortOrder: sort_order,
      now: new Date(),
    });
    if (parentId !== null) await categories.hold(session, [parentId]);
    await categories.insert(session, record);
    found = { record, created: true };
  }
  if (!found) throw new Error('the path of an adopted category is empty');
  return found;
}
