/**
 * Copies a path of categories into a project as sections: each level is found by its name or added. They are added to
 * the open draft and to the sections that callers see without the draft; an import of a standard adds them to the
 * draft alone. Pure.
 */
import type { AdoptedCategory } from '../../../shared/contracts/category-shapes.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { ProjectRecord } from '../access/model.ts';
import type { DraftUpdate } from '../drafts/draft-transactions.ts';
import type { Manifest, ProjectSection } from '../revisions/manifest.ts';
import { withAdoptedSections } from '../revisions/unpublished-changes.ts';
import { asCategory, sectionChange } from './section-tree.ts';

interface CategoryPath {
  projectId: number;
  /** From the top-level section down. An added section without `sort_order` comes after its siblings. */
  path: readonly { name: string; description?: string; sort_order?: number }[];
  /** The ids that a section of this level may get; the first free one is used. */
  idsFor: (level: number) => readonly number[];
}

/** The sections of a path from the top, and those of them that must be added to a manifest. */
interface SectionPath {
  sections: ProjectSection[];
  added: ProjectSection[];
}

/** The sections of a path, new where they are missing; a child is looked for under its parent only. */
export function adoptSections(
  known: readonly ProjectSection[],
  { projectId, path, idsFor }: CategoryPath,
): SectionPath {
  const sections: ProjectSection[] = [];
  const added: ProjectSection[] = [];
  for (const [level, { name, description = '', sort_order }] of path.entries()) {
    const parent_id = sections.at(-1)?.id ?? null;
    const siblings = known.filter((section) => section.parent_id === parent_id);
    const found = siblings.find((section) => foldName(section.name) === foldName(name));
    const id = idsFor(level).find((candidate) => known.every((section) => section.id !== candidate));
    if (!found && id === undefined) throw new Error(`no id for the section ${name}`);
    const last = Math.max(-1, ...siblings.map((section) => section.sort_order));
    const section: ProjectSection = found ?? {
      id: id ?? 0,
      project_id: projectId,
      name,
      description,
      parent_id,
      sort_order: sort_order ?? last + 1,
    };
    if (!found) added.push(section);
    sections.push(section);
  }
  return { sections, added };
}

interface AdoptingProject {
  head: ProjectRecord;
  /** The manifest of the open draft. */
  draft: Manifest | null;
  /** The manifest of the current published revision. */
  published: Manifest;
  /** Whether the caller is shown the sections of the draft. */
  seesDraft: boolean;
}

/**
 * Adds a path at once: to the draft, and to what is shown without one. A section has one id in both.
 * @param ids one for each level of the path
 */
export function adoptIntoProject(
  { head, draft, published, seesDraft }: AdoptingProject,
  path: CategoryPath['path'],
  ids: readonly number[],
): DraftUpdate<AdoptedCategory> {
  const reserved = (level: number) => ids.slice(level, level + 1);
  const adoption = { projectId: head._id, path, idsFor: reserved };
  const inDraft = draft && adoptSections(draft.sections, adoption);
  const forAll = adoptSections(withAdoptedSections(published, head).sections, {
    ...adoption,
    idsFor: (level) => [
      ...(inDraft?.sections.slice(level, level + 1) ?? []).map(({ id }) => id),
      ...reserved(level),
    ],
  });
  const { sections, added } = (seesDraft ? inDraft : null) ?? forAll;
  const section = sections.at(-1);
  if (!section) throw new Error('the path of an adopted category is empty');
  const isAdded = (inDraft?.added.length ?? 0) + forAll.added.length > 0;
  return {
    result: { ...asCategory(section), created: added.includes(section) },
    changes: isAdded ? [sectionChange(section, 'added')] : [],
    ...(draft && inDraft && { manifest: { ...draft, sections: [...draft.sections, ...inDraft.added] } }),
    ...(forAll.added.length > 0 && {
      projectChanges: forAll.added.map(({ id }) => ({
        kind: 'section_adopted' as const,
        subject: { type: 'section' as const, id },
      })),
      project: { adopted_sections: [...(head.adopted_sections ?? []), ...forAll.added] },
    }),
  };
}
