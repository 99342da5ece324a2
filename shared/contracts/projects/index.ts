/** All contracts of the projects service in one object. */
import { projectAddendumEndpoints } from './addendum.ts';
import { projectArchivingEndpoints } from './archiving.ts';
import { projectChangeEndpoints } from './changes.ts';
import { commentEndpoints, commentInternalActions } from './comments.ts';
import { projectDocumentEndpoints } from './documents.ts';
import { projectExportEndpoints } from './export.ts';
import { projectInboxActions } from './inbox.ts';
import { projectInternalActions } from './internal.ts';
import { projectLifecycleEndpoints } from './lifecycle.ts';
import { projectMemberEndpoints } from './members.ts';
import { projectStandardEndpoints } from './project-standards.ts';
import { projectProofEndpoints } from './proofs.ts';
import { projectReadEndpoints } from './reading.ts';
import { projectReplacementActions } from './replacement-notifications.ts';
import { seatEndpoints } from './seats.ts';
import { sectionActionContracts } from './sections.ts';
import { projectStandardUseActions } from './standard-use.ts';
import { projectUpgradeEndpoints } from './upgrades.ts';

export const projects = {
  ...projectReadEndpoints,
  ...projectChangeEndpoints,
  ...projectLifecycleEndpoints,
  ...projectStandardEndpoints,
  ...projectArchivingEndpoints,
  ...projectUpgradeEndpoints,
  ...projectExportEndpoints,
  ...projectProofEndpoints,
  ...projectAddendumEndpoints,
  ...projectDocumentEndpoints,
  ...commentEndpoints,
  ...projectMemberEndpoints,
  ...seatEndpoints,
  ...projectReplacementActions,
  ...projectStandardUseActions,
  ...projectInboxActions,
  ...projectInternalActions,
  ...commentInternalActions,
  ...sectionActionContracts,
} as const;
