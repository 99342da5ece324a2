/** A project's head, which says who owns it and where its pointers stand, and who holds a role on it. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';

export interface ProjectRecord {
  _id: number;
  /** The name readers see: of the published revision, before the first of the draft. */
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
  retention_until: Date | null;
  /** Its lead left the company that owns it, whose administrators act as lead until one is appointed (X11). */
  without_lead?: boolean;
}

export interface MembershipRecord {
  project_id: number;
  user_id: number;
  role: ProjectRole;
  name: string;
  /** Of the person, when the role was given. */
  company_id: number | null;
  /** Absent on roles of an earlier time. */
  given_at?: Date;
}

const person = { userId: Number, displayName: String };

const projectSchema = new Schema<ProjectRecord>(
  {
    _id: Number,
    name: String,
    draft_name: String,
    created_by: person,
    created_at: Date,
    owner_company_id: Number,
    draft_revision_id: Number,
    issued_revision_id: Number,
    archived_at: Date,
    retention_until: Date,
    without_lead: Boolean,
  },
  { collection: 'projects', versionKey: false },
);
projectSchema.index({ owner_company_id: 1, _id: -1 });

const membershipSchema = new Schema<MembershipRecord>(
  { project_id: Number, user_id: Number, role: String, name: String, company_id: Number, given_at: Date },
  { collection: 'memberships', versionKey: false },
);
membershipSchema.index({ project_id: 1, user_id: 1 }, { unique: true });
membershipSchema.index({ user_id: 1, project_id: -1 });

/** The collection of projects. */
export const projectModel = (connection: Connection): Model<ProjectRecord> =>
  connection.model<ProjectRecord>('Project', projectSchema);
/** The collection of who works on which project. */
export const membershipModel = (connection: Connection): Model<MembershipRecord> =>
  connection.model<MembershipRecord>('Membership', membershipSchema);
