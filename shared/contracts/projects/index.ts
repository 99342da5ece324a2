/** The contracts of projects: drafts, project revisions, holdings, export. */
import { projectsInternal } from './internal.ts';

export const projects = { ...projectsInternal } as const;
