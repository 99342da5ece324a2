/**
 * Records and collections of projects (owner, state, and which revisions are the published one and the open draft),
 * of members with their roles and seats, and of trials: one for each person on a project, of an authoring role
 * without a seat.
 */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectSection } from '../revisions/manifest.ts';

export interface ProjectRecord {
  _id: number;
  /** The name shown to readers: that of the published revision, or of the draft before the first publish. */
  name: string;
  /** The name in the open draft; null when there is none. */
  draft_name: string | null;
  created_by: Person;
  created_at: Date;
  owner_company_id: number | null;
  /** The open draft; null when there is none. */
  draft_revision_id: number | null;
  /** The current published revision; null before the first. */
  issued_revision_id: number | null;
  archived_at: Date | null;
  /** Until when an archived project is kept. */
  retention_until: Date | null;
  archived_reason: string | null;
  /** The lead left the owner company, whose administrators act as lead until a new one is appointed. */
  without_lead?: boolean;
  /** The number of its last change; absent before the first. */
  change_count?: number;
  /** Incremented by changes of the members, so that concurrent ones conflict and the lead stays one person. */
  members_changed?: number;
  /** Sections adopted since the last publish, shown with those of the published revision. */
  adopted_sections?: ProjectSection[];
  /** Files of the published revision that were deleted since. A new draft is created without them. */
  deleted_files?: number[];
}

export interface MembershipRecord {
  project_id: number;
  user_id: number;
  role: ProjectRole;
  name: string;
  /** The company of the member when the role was given. */
  company_id: number | null;
  given_at: Date;
  /** The company whose seat the authoring role uses; null without one. */
  seat_company_id: number | null;
  /** The seat is the owner company's, for somebody outside it. */
  sponsored?: boolean;
  /** When the trial of a role without a seat began, with the first change of the draft. */
  trial_started_at?: Date | null;
  /** The member has acknowledged the end of the trial. */
  lapse_acknowledged?: boolean;
}

/** A trial on a project. It is kept when the member is removed, so that nobody has a second one. */
export interface TrialRecord {
  project_id: number;
  user_id: number;
  started_at: Date;
}

export const projectCollection = defineCollection<ProjectRecord>('projects', [
  [{ owner_company_id: 1, _id: -1 }],
  [{ 'created_by.userId': 1, owner_company_id: 1 }],
  [{ 'adopted_sections.id': 1 }, { sparse: true }],
]);

export const membershipCollection = defineCollection<MembershipRecord>('memberships', [
  [{ project_id: 1, user_id: 1 }, { unique: true }],
  [{ user_id: 1, project_id: -1 }],
  [{ seat_company_id: 1, user_id: 1 }],
  // One lead for each project, also under concurrent appointments.
  [
    { project_id: 1 },
    {
      unique: true,
      partialFilterExpression: { role: 'ProjectOwner' },
      name: 'one_lead_per_project',
    },
  ],
]);

export const trialCollection = defineCollection<TrialRecord>('trials', [
  [{ project_id: 1, user_id: 1 }, { unique: true }],
]);
