/**
 * Records and collections of project revisions with their headers, of the versions of drafts, and of the
 * datasheet revisions that published revisions point to.
 */
import type { acknowledgment } from '../../../shared/contracts/projects/shapes.ts';
import type { DRAFT_PARTS, ProjectRevisionType } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

export interface Contact {
  email: string;
  name: string | null;
}

export interface HeaderRecord {
  name: string;
  summary: string;
  address_street: string | null;
  address_city: string | null;
  address_state: string | null;
  address_postal_code: string | null;
  address_country: string;
  longitude: string | null;
  latitude: string | null;
  vertical_id: number | null;
  status_id: number | null;
  owner_company_id: number | null;
  engineer_id: number | null;
  prime_contractor_id: number | null;
  sub_contractors: number[];
  owner_contact: Contact | null;
  engineer_contact: Contact | null;
}
export type HeaderField = keyof HeaderRecord;

export interface CompanyName {
  id: number;
  name: string;
}

/** The last edit of a header field in the open draft. */
export interface HeaderEdit {
  field: HeaderField;
  by: Person;
  at: Date;
}

/** A standard that was published despite a moderation notice. */
export type Acknowledgment = Infer<typeof acknowledgment>;

/** A revision without its manifest. A published one is never changed again. */
export interface ProjectRevisionHead {
  _id: number;
  project_id: number;
  code: string;
  is_draft: boolean;
  /** The draft's opaque version; null once published. */
  version: string | null;
  /** Number of changes to the draft, by which its versions are ordered. */
  sequence: number;
  name: string;
  description: string;
  revision_type: ProjectRevisionType;
  created_at: Date;
  created_by: Person;
  published_at: Date | null;
  published_by: Person | null;
  /** SHA-256 of the signed content; null on a draft. */
  content_hash: string | null;
  /** The moderation notices under which it was published; absent without any. */
  acknowledged?: Acknowledgment[];
  header: HeaderRecord;
  /** The companies in the header, under the names sealed with it. */
  companies: CompanyName[];
  header_edits: HeaderEdit[];
  /** For the queries by standard and by section. */
  standard_ids: number[];
  section_ids: number[];
}

/** The revision of a standard that a project revision pins. */
export interface StandardPin {
  standard_id: number;
  id: number;
  code: string;
}

export interface ProjectRevisionRecord extends ProjectRevisionHead {
  manifest: Buffer;
  /** The pins of the manifest, for the query by standard. */
  pins: StandardPin[];
}

export interface DraftChange {
  kind: (typeof DRAFT_PARTS)[number];
  subject: number | string;
  name: string;
  action: string;
  count: number;
}

/** One version of an open draft: its changes, and its header where they include the header. */
export interface DraftVersionRecord {
  _id: string;
  project_id: number;
  draft_revision_id: number;
  sequence: number;
  header?: HeaderRecord;
  changes: DraftChange[];
  by: Person;
  at: Date;
}

/** Every datasheet revision to which a published revision of the project has pointed. */
export interface PublishedPointersRecord {
  /** The datasheet. */
  _id: number;
  project_id: number;
  revision_ids: number[];
}

/** The collection of project revisions, drafts included. A project has at most one open draft, and no code twice. */
export const projectRevisionCollection = defineCollection<ProjectRevisionRecord>('project_revisions', [
  [{ project_id: 1, created_at: -1, _id: -1 }],
  [{ project_id: 1 }, { unique: true, partialFilterExpression: { is_draft: true }, name: 'one_draft' }],
  [{ project_id: 1, code: 1 }, { unique: true }],
  [{ standard_ids: 1, project_id: 1 }],
  [{ section_ids: 1 }],
]);

export const draftVersionCollection = defineCollection<DraftVersionRecord>('draft_versions', [
  [{ draft_revision_id: 1, sequence: 1 }, { unique: true }],
]);

export const publishedPointersCollection = defineCollection<PublishedPointersRecord>('published_pointers');
