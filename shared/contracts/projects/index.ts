/** All contracts of the projects service in one object. */
import { projectChangeEndpoints } from './changes.ts';
import { projectExportEndpoints } from './export.ts';
import { projectInternalActions } from './internal.ts';
import { projectLifecycleEndpoints } from './lifecycle.ts';
import { projectStandardEndpoints } from './project-standards.ts';
import { projectProofEndpoints } from './proofs.ts';
import { projectReadEndpoints } from './reading.ts';
import { sectionActionContracts } from './sections.ts';
import { projectStandardUseActions } from './standard-use.ts';

export const projects = {
  ...projectReadEndpoints,
  ...projectChangeEndpoints,
  ...projectLifecycleEndpoints,
  ...projectStandardEndpoints,
  ...projectExportEndpoints,
  ...projectProofEndpoints,
  ...projectStandardUseActions,
  ...projectInternalActions,
  ...sectionActionContracts,
} as const;
