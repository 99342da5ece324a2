/** Who may know of a standard or a category, and as what (decisions A18; architecture §8). */
import type { Call } from '../../shared/kernel/call.ts';
import type { Loaded, Loaders } from '../../shared/kernel/implement.ts';
import { accessTo, NO_PROJECT } from '../../shared/kernel/project-access.ts';
import { type CategoryShown, presentCategory, presentSection } from './category/present.ts';
import type { Categories } from './category/repository.ts';
import { type StandardRecord, versionOf } from './standard/model.ts';
import type { Standards } from './standard/repository.ts';
import { placeIn, placeOf, projectOf } from './subject.ts';
import type { WorkingCopies } from './working-copy/repository.ts';

/** A category wherever it is kept; `placed` counts the standards in a section, null: count our own. */
export interface OpenCategory {
  shown: CategoryShown;
  placed: number | null;
}

/** What the standards service checks before a handler runs. */
export interface Resources {
  standard: StandardRecord;
  /** The standard whose working copy it is; whether one is open the handler finds. */
  workingCopy: StandardRecord;
  category: OpenCategory;
}

/**
 * A standard for this caller: by its scope, else as a reader of a project that holds it; null when neither reaches it.
 * What an account may know of is decided by what it holds, what a key may do with it by its grant as well.
 */
export async function openStandard(id: number, standards: Standards, call: Call): Promise<Loaded<StandardRecord> | null> {
  const record = await standards.find(id);
  const own = record && placeIn(record, null).subject;
  if (own && call.holds('standard:read', own)) return { value: record, subject: own };
  // Both asked at once, of a standard in no project and of one that is not there as well: all refusals must take the same time (H1).
  const [project, { held }] = await Promise.all([
    accessTo((record && projectOf(record)) ?? NO_PROJECT, call),
    call.call('projects.reaches', { standard_id: id }),
  ]);
  if (!record) return null;
  const { subject } = placeIn(record, project);
  if (call.holds('standard:read', subject)) return { value: record, subject, archived: project?.archived ?? false };
  return held ? { value: record, subject: { kind: 'project', role: 'ProjectViewer' } } : null;
}

/** A category for this caller, whoever keeps it; null when it is not to know of it. */
export async function openCategory(id: number, categories: Categories, call: Call): Promise<Loaded<OpenCategory> | null> {
  const record = await categories.find(id);
  if (record) {
    const { subject } = await placeOf(record, call);
    if (call.holds('category:read', subject)) return { value: { shown: presentCategory(record), placed: null }, subject };
  }
  // Asked for a category that is somebody else's as well: both refusals must take the same time (H1).
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
