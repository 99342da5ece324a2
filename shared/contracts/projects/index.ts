/** The contracts of projects: drafts, project revisions, holdings, export. */
import { projectsExport } from './export.ts';
import { projectsHoldings } from './holdings.ts';
import { projectsInternal } from './internal.ts';
import { projectsReading } from './reading.ts';
import { projectsWriting } from './writing.ts';

export const projects = {
  ...projectsReading,
  ...projectsWriting,
  ...projectsHoldings,
  ...projectsExport,
  ...projectsInternal,
} as const;
