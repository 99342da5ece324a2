/** Who may know of a standard or a category, and as what (decisions A18; architecture §8). */
import type { Call } from '../../shared/kernel/call.ts';
import type { Loaded, Loaders } from '../../shared/kernel/implement.ts';
import { accessTo } from '../../shared/kernel/project-access.ts';
import { type CategoryShown, presentCategory, presentSection } from './category/present.ts';
import type { Categories } from './category/repository.ts';
import { type StandardRecord, versionOf } from './standard/model.ts';
import type { Standards } from './standard/repository.ts';
import { placeIn, placeOf, projectOf, type Scope } from './subject.ts';
import type { WorkingCopies } from './working-copy/repository.ts';

/** A category wherever it is kept; `placed` counts the standards in a section, null: count our own. */
export interface OpenCategory {
  shown: CategoryShown;
  placed: number | null;
}

/** A standard as a caller reaches it. */
export type ReachedStandard = StandardRecord & {
  /** The revisions that projects let the caller read, where its scope does not let it read all of them (X11); null: all. */
  reached: ReadonlySet<number> | null;
};

/** What the standards service checks before a handler runs. */
export interface Resources {
  standard: ReachedStandard;
  /** The standard whose working copy it is; whether one is open the handler finds. */
  workingCopy: ReachedStandard;
  category: OpenCategory;
}

/**
 * A standard for this caller: by its scope, else as a reader of projects that hold some of its revisions, the newest of which is then
 * the current one; null when neither reaches it.
 * What an account may know of is decided by what it holds, what a key may do with it by its grant as well.
 */
export async function openStandard(id: number, standards: Standards, call: Call): Promise<Loaded<ReachedStandard> | null> {
  const record = await standards.find(id);
  if (!record) return null;
  const own = placeIn(record, null).subject;
  if (call.holds('standard:read', own)) return { value: { ...record, reached: null }, subject: own };
  const projectId = projectOf(record);
  const [project, { revisions }] = await Promise.all([
    projectId === null ? null : accessTo(projectId, call),
    call.call('projects.reaches', { standard_id: id }),
  ]);
  const { subject } = placeIn(record, project);
  if (call.holds('standard:read', subject))
    return { value: { ...record, reached: null }, subject, archived: project?.archived ?? false };
  const newest = revisions.at(-1);
  if (!newest) return null;
  const reached = new Set(revisions.map((revision) => revision.id));
  return { value: { ...record, current_revision: newest, reached }, subject: { kind: 'project', role: 'ProjectViewer' } };
}

/** Whether the caller may know of a revision of the standard. */
export const reaches = ({ reached }: ReachedStandard, revisionId: number): boolean => reached === null || reached.has(revisionId);

/** Tells of standards whether the caller may read all of them: by their own scope, not through a project that holds one (X11). */
export function scopeReader(call: Call): (scope: Scope) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  // Standards of one project are one question.
  return (scope) => {
    const key = `${scope.subject_type} ${scope.subject_id}`;
    const answer = asked.get(key) ?? placeOf(scope, call).then(({ subject }) => call.holds('standard:read', subject));
    asked.set(key, answer);
    return answer;
  };
}

/** A category for this caller, whoever keeps it; null when it is not to know of it. */
export async function openCategory(id: number, categories: Categories, call: Call): Promise<Loaded<OpenCategory> | null> {
  const record = await categories.find(id);
  if (record) {
    const { subject } = await placeOf(record, call);
    return call.holds('category:read', subject) ? { value: { shown: presentCategory(record), placed: null }, subject } : null;
  }
  const { section, standard_count } = await call.call('projects.sections.get', { section_id: id });
  if (!section) return null;
  const { subject } = await placeOf({ subject_type: 'project', subject_id: section.project_id }, call);
  return { value: { shown: presentSection(section), placed: standard_count }, subject };
}

interface Deps {
  standards: Standards;
  categories: Categories;
  workingCopies: WorkingCopies;
}

/** The loaders of what a call is about; each answers null for what the caller may not know of. */
export const loadersOf = ({ standards, categories, workingCopies }: Deps): Loaders<Resources> => ({
  async standard(id, call) {
    const open = typeof id === 'number' ? await openStandard(id, standards, call) : null;
    return open && { ...open, version: () => versionOf(open.value) };
  },
  async workingCopy(id, call) {
    const open = typeof id === 'number' ? await openStandard(id, standards, call) : null;
    return open && { ...open, version: async () => (await workingCopies.find(open.value._id))?.version ?? null };
  },
  category: async (id, call) => (typeof id === 'number' ? openCategory(id, categories, call) : null),
});
