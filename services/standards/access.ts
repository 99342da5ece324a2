/**
 * Access of callers to standards and categories, and the loaders of both (decisions A18; architecture §8).
 */
import type { Call } from '../../shared/kernel/service/call.ts';
import type { LoadedResource, ResourceLoaders } from '../../shared/kernel/service/implement-action.ts';
import { findProjectAccess } from '../../shared/projects/project-access.ts';
import { type CategoryView, presentCategory, presentSectionAsCategory } from './category/present.ts';
import type { Categories } from './category/repository.ts';
import { loadScopeAccess, projectIdOf, type Scope, toScopeAccess } from './scope-access.ts';
import { type StandardRecord, standardVersion } from './standard/model.ts';
import type { Standards } from './standard/repository.ts';
import type { WorkingCopies } from './working-copy/repository.ts';

/**
 * A category, or a section of a project; `standardCount` is known for sections, null for categories of this
 * service.
 */
interface ReadableCategory {
  category: CategoryView;
  standardCount: number | null;
}

/** A standard with what the caller may read of it. */
export type ReadableStandard = StandardRecord & {
  /** The revisions the caller may read through projects, where the scope gives no access (X11); null: all. */
  readableIds: ReadonlySet<number> | null;
};

/** The resources that are loaded and authorized before a handler runs. */
export interface StandardsResources {
  standard: ReadableStandard;
  /** The standard of the working copy; the handler checks whether one is open. */
  workingCopy: ReadableStandard;
  category: ReadableCategory;
}

/**
 * A standard for this caller: by its scope, else as a reader of projects that hold some of its revisions, the
 * newest of which counts as the current one. Null without either. Visibility depends on the permissions of
 * the account, not on the grant of its key.
 */
export async function findReadableStandard(
  id: number,
  standards: Standards,
  call: Call,
): Promise<LoadedResource<ReadableStandard> | null> {
  const record = await standards.find(id);
  if (!record) return null;
  const own = toScopeAccess(record, null).subject;
  if (call.accountMay('standard:read', own)) return { value: { ...record, readableIds: null }, subject: own };
  const projectId = projectIdOf(record);
  const [project, { revisions }] = await Promise.all([
    projectId === null ? null : findProjectAccess(projectId, call),
    call.call('projects.reaches', { standard_id: id }),
  ]);
  const { subject } = toScopeAccess(record, project);
  if (call.accountMay('standard:read', subject))
    return { value: { ...record, readableIds: null }, subject, archived: project?.archived ?? false };
  const newest = revisions.at(-1);
  if (!newest) return null;
  const readableIds = new Set(revisions.map((revision) => revision.id));
  return {
    value: { ...record, current_revision: newest, readableIds },
    subject: { kind: 'project', role: 'ProjectViewer' },
  };
}

/** Whether the caller may read a revision of the standard. */
export const canReadRevision = ({ readableIds }: ReadableStandard, revisionId: number): boolean =>
  readableIds === null || readableIds.has(revisionId);

/**
 * A check whether the caller may read the standards of a scope by that scope, not only through projects that
 * hold them (X11).
 */
export function createScopeReadCheck(call: Call): (scope: Scope) => Promise<boolean> {
  // One query per scope.
  const checks = new Map<string, Promise<boolean>>();
  return (scope) => {
    const key = `${scope.subject_type} ${scope.subject_id}`;
    const check =
      checks.get(key) ??
      loadScopeAccess(scope, call).then(({ subject }) => call.accountMay('standard:read', subject));
    checks.set(key, check);
    return check;
  };
}

/** A category or section for this caller; null when it is missing or not readable. */
export async function findReadableCategory(
  id: number,
  categories: Categories,
  call: Call,
): Promise<LoadedResource<ReadableCategory> | null> {
  const record = await categories.find(id);
  if (record) {
    const { subject } = await loadScopeAccess(record, call);
    return call.accountMay('category:read', subject)
      ? { value: { category: presentCategory(record), standardCount: null }, subject }
      : null;
  }
  const { section, standard_count } = await call.call('projects.sections.get', { section_id: id });
  if (!section) return null;
  const { subject } = await loadScopeAccess(
    { subject_type: 'project', subject_id: section.project_id },
    call,
  );
  return { value: { category: presentSectionAsCategory(section), standardCount: standard_count }, subject };
}

interface Deps {
  standards: Standards;
  categories: Categories;
  workingCopies: WorkingCopies;
}

/** The loaders of the resources; each returns null for a resource the caller may not know of. */
export const standardsLoaders = ({
  standards,
  categories,
  workingCopies,
}: Deps): ResourceLoaders<StandardsResources> => ({
  async standard(id, call) {
    const loaded = typeof id === 'number' ? await findReadableStandard(id, standards, call) : null;
    return loaded && { ...loaded, version: () => standardVersion(loaded.value) };
  },
  async workingCopy(id, call) {
    const loaded = typeof id === 'number' ? await findReadableStandard(id, standards, call) : null;
    return (
      loaded && {
        ...loaded,
        version: async () => (await workingCopies.find(loaded.value._id))?.version ?? null,
      }
    );
  },
  category: async (id, call) => (typeof id === 'number' ? findReadableCategory(id, categories, call) : null),
});
