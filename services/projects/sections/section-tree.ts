/**
 * Functions on the sections of a manifest: their form as a tree of categories, lookup, counts, the manifest after an
 * edit, merge or deletion, and the records of a change. A removed section redirects to the one that took its standards.
 * Which merges and deletions are allowed is in `shared/category-trees`. Pure but for the caller's permission to read
 * categories.
 */
import { CategoryTree, type TreeChange } from '../../../shared/category-trees/category-tree.ts';
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { AuditEntryInput, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { draftChange } from '../drafts/draft-change.ts';
import type { Manifest, ProjectSection, SectionMove } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';

/** The tree of the sections; NAME_TAKEN reveals the other section's id to callers who may read it. */
export const sectionTree = (
  { sections }: Manifest,
  { subject }: LoadedProject,
  ctx: Pick<RequestContext, 'isAllowed'>,
): CategoryTree => new CategoryTree(sections, { mayRead: ctx.isAllowed('category:read', subject) });

/** A section in the form of a category. */
export const asCategory = ({ project_id, ...section }: ProjectSection): CategoryView => ({
  ...section,
  subject_type: 'project',
  subject_id: project_id,
});

/** The number of standards directly in a section. */
export const countStandardsIn = ({ standards }: Manifest, sectionId: number): number =>
  standards.filter(({ section_id }) => section_id === sectionId).length;

/** A standard of the project itself, with the section in which it is filed. */
interface FiledStandard {
  standard_id: number;
  section_id: number;
}

/** The number of standards in a section: those placed in it, and those of the project filed in it. */
export const countAllStandardsIn = (
  { standards }: Manifest,
  filed: readonly FiledStandard[],
  sectionId: number,
): number =>
  new Set(
    [...standards, ...filed].flatMap((each) => (each.section_id === sectionId ? [each.standard_id] : [])),
  ).size;

/** @throws NOT_FOUND */
export function requireSection({ sections }: Manifest, sectionId: number): ProjectSection {
  const section = sections.find(({ id }) => id === sectionId);
  if (!section) throw notFound();
  return section;
}

/** The manifest with one section changed. */
export const replaceSection = (manifest: Manifest, changed: ProjectSection): Manifest => ({
  ...manifest,
  sections: manifest.sections.map((section) => (section.id === changed.id ? changed : section)),
});

/** The manifest after a merge or a deletion. */
export function applyTreeChange(manifest: Manifest, { deleted, moved, refiled }: TreeChange): Manifest {
  const parents = new Map(moved.map(({ id, parent_id }) => [id, parent_id]));
  const sections = manifest.sections
    .filter(({ id }) => !deleted.includes(id))
    .map((section) => {
      const parent_id = parents.get(section.id);
      return parent_id === undefined ? section : { ...section, parent_id };
    });
  const standards = manifest.standards.map((standard) =>
    standard.section_id === refiled.from ? { ...standard, section_id: refiled.to } : standard,
  );
  return { ...manifest, sections, standards, section_moves: nextMoves(manifest, deleted, refiled) };
}

/** Former sections point to existing ones: earlier moves follow the new one, or are dropped with their target. */
function nextMoves(
  { section_moves = [] }: Manifest,
  deleted: readonly number[],
  { from, to }: TreeChange['refiled'],
): SectionMove[] {
  const latest = to === null ? [] : [{ from, to }];
  const earlier = section_moves.map((move) => (move.to === from && to !== null ? { ...move, to } : move));
  return [...earlier, ...latest].filter((move) => !deleted.includes(move.to));
}

/** A change of a section in the history of the draft. */
export const sectionChange = ({ id, name }: ProjectSection, action: string): DraftChange =>
  draftChange('section', id, name, action);

interface ChangedSection {
  projectId: number;
  sectionId: number;
  /** The draft after the change; null when none is open. */
  draft: { id: number; version: string } | null;
}

/** The audit entry of a change of a section, under the endpoint of categories that made it. */
export const sectionAuditEntry = (
  action: string,
  { projectId, sectionId, draft }: ChangedSection,
  details: object,
): AuditEntryInput => ({
  action,
  resource: { type: 'category', id: sectionId },
  details: {
    ...details,
    subject_type: 'project',
    subject_id: projectId,
    ...(draft && { project_revision: { id: draft.id }, version: draft.version }),
  },
});
