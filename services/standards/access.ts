/** Who may know of a standard or a category, and as what (decisions A18; architecture §8). */
import type { Call } from '../../shared/kernel/service/call.ts';
import type { LoadedResource, ResourceLoaders } from '../../shared/kernel/service/implement-action.ts';
import { findProjectAccess } from '../../shared/projects/project-access.ts';
import { type CategoryView, presentCategory, presentSection } from './category/present.ts';
import type { Categories } from './category/repository.ts';
import { loadScopeAccess, projectIdOf, type Scope, scopeAccess } from './scope-access.ts';
import { type StandardRecord, standardVersion } from './standard/model.ts';
import type { Standards } from './standard/repository.ts';
import type { WorkingCopies } from './working-copy/repository.ts';

/** A category wherever it is kept; `placed` counts the standards in a section, null: count our own. */
export interface ReadableCategory {
  category: CategoryView;
  standardCount: number | null;
}

/** A standard as a caller reaches it. */
export type ReadableStandard = StandardRecord & {
  /** The revisions that projects let the caller read, where its scope does not let it read all of them (X11); null: all. */
  reached: ReadonlySet<number> | null;
};

/** What the standards service checks before a handler runs. */
export interface StandardsResources {
  standard: ReadableStandard;
  /** The standard whose working copy it is; whether one is open the handler finds. */
  workingCopy: ReadableStandard;
  category: ReadableCategory;
}

/**
 * A standard for this caller: by its scope, else as a reader of projects that hold some of its revisions, the newest of which is then
 * the current one; null when neither reaches it.
 * What an account may know of is decided by what it holds, what a key may do with it by its grant as well.
 */
export async function findReadableStandard(
  id: number,
  standards: Standards,
  call: Call,
): Promise<LoadedResource<ReadableStandard> | null> {
  const record = await standards.find(id);
  if (!record) return null;
  const own = scopeAccess(record, null).subject;
  if (call.accountMay('standard:read', own)) return { value: { ...record, reached: null }, subject: own };
  const projectId = projectIdOf(record);
  const [project, { revisions }] = await Promise.all([
    projectId === null ? null : findProjectAccess(projectId, call),
    call.call('projects.reaches', { standard_id: id }),
  ]);
  const { subject } = scopeAccess(record, project);
  if (call.accountMay('standard:read', subject))
    return { value: { ...record, reached: null }, subject, archived: project?.archived ?? false };
  const newest = revisions.at(-1);
  if (!newest) return null;
  const reached = new Set(revisions.map((revision) => revision.id));
  return { value: { ...record, current_revision: newest, reached }, subject: { kind: 'project', role: 'ProjectViewer' } };
}

/** Whether the caller may know of a revision of the standard. */
export const canReadRevision = ({ reached }: ReadableStandard, revisionId: number): boolean =>
  reached === null || reached.has(revisionId);

/** Tells of standards whether the caller may read all of them: by their own scope, not through a project that holds one (X11). */
export function createScopeReadCheck(call: Call): (scope: Scope) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  // Standards of one project are one question.
  return (scope) => {
    const key = `${scope.subject_type} ${scope.subject_id}`;
    const answer =
      asked.get(key) ?? loadScopeAccess(scope, call).then(({ subject }) => call.accountMay('standard:read', subject));
    asked.set(key, answer);
    return answer;
  };
}

/** A category for this caller, whoever keeps it; null when it is not to know of it. */
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
  const { subject } = await loadScopeAccess({ subject_type: 'project', subject_id: section.project_id }, call);
  return { value: { category: presentSection(section), standardCount: standard_count }, subject };
}

interface Deps {
  standards: Standards;
  categories: Categories;
  workingCopies: WorkingCopies;
}

/** The loaders of what a call is about; each answers null for what the caller may not know of. */
export const standardsLoaders = ({ standards, categories, workingCopies }: Deps): ResourceLoaders<StandardsResources> => ({
  async standard(id, call) {
    const open = typeof id === 'number' ? await findReadableStandard(id, standards, call) : null;
    return open && { ...open, version: () => standardVersion(open.value) };
  },
  async workingCopy(id, call) {
    const open = typeof id === 'number' ? await findReadableStandard(id, standards, call) : null;
    return open && { ...open, version: async () => (await workingCopies.find(open.value._id))?.version ?? null };
  },
  category: async (id, call) => (typeof id === 'number' ? findReadableCategory(id, categories, call) : null),
});
