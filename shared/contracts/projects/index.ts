/** The contracts of projects: drafts, project revisions, pins, export. */
import { projectExportEndpoints } from './export.ts';
import { projectInternalActions } from './internal.ts';
import { projectStandardEndpoints } from './project-standards.ts';
import { projectReadEndpoints } from './reading.ts';
import { sectionActionContracts } from './sections.ts';
import { projectStandardUseActions } from './standard-use.ts';
import { projectWriteEndpoints } from './writing.ts';

export const projects = {
  ...projectReadEndpoints,
  ...projectWriteEndpoints,
  ...projectStandardEndpoints,
  ...projectExportEndpoints,
  ...projectStandardUseActions,
  ...projectInternalActions,
  ...sectionActionContracts,
} as const;
