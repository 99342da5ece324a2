/** Copies of categories in a project: sections that are found by name, or added (decisions S21). Pure. */
import type { ProjectSection } from '../revisions/manifest.ts';
import { findSectionByName } from './rules.ts';

/** A category to be copied. */
export interface AdoptedCategory {
  name: string;
  description: string;
  sort_order: number;
}

interface Adoption {
  /** The section at the end of the path. */
  section: ProjectSection;
  added: ProjectSection[];
  /** The ids of the sections on the path. */
  ids: number[];
}

interface AdoptionInput {
  projectId: number;
  /** From the top-level section down; not empty. */
  path: readonly AdoptedCategory[];
  /** For each section of the path, the ids it may get: the first that is free. */
  idsFor: (level: number) => readonly number[];
}

/** The sections of a path, added where they are missing; a child is looked for under its parent only. */
export function adoptSections(
  sections: readonly ProjectSection[],
  { projectId, path, idsFor }: AdoptionInput,
): Adoption {
  const added: ProjectSection[] = [];
  const ids: number[] = [];
  let parent: ProjectSection | null = null;
  for (const [level, category] of path.entries()) {
    const parent_id: number | null = parent?.id ?? null;
    const known = findSectionByName([...sections, ...added], category.name, parent_id);
    const id = idsFor(level).find((candidate) => sections.every((section) => section.id !== candidate));
    if (!known && id === undefined) throw new Error(`no id for the section ${category.name}`);
    const section: ProjectSection = known ?? { id: id ?? 0, project_id: projectId, parent_id, ...category };
    if (!known) added.push(section);
    ids.push(section.id);
    parent = section;
  }
  if (!parent) throw new Error('the path of an adopted category is empty');
  return { section: parent, added, ids };
}
