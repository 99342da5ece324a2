/** Records of a section change: its entry in the history of the draft, and its audit entry. */
import type { AuditEntryInput } from '../../../shared/kernel/service/request-context.ts';
import { draftChange } from '../drafts/draft-change.ts';
import type { ProjectSection } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';

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
export const sectionNote = (
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
