/**
 * Types of the content of a revision: signed and stored with its certificate at publish, and assembled
 * unsigned for the export of a draft.
 */
import type { exportDatasheet } from '../../../shared/contracts/projects/export.ts';
import type { headerView, projectRevisionView } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { TreeHead } from '../../../shared/proof-tree.ts';
import type { ManifestFile } from '../revisions/manifest.ts';

export type ExportDatasheet = Infer<typeof exportDatasheet>;

/** A pin with the hash of its content. */
export interface StandardFingerprint {
  standard_id: number;
  name: string;
  standard_revision: { id: number; code: string };
  content_hash: string;
  /** The tree of its clauses, for the proof of one of them; absent in old content. */
  clauses?: TreeHead;
  /** The fields of every datasheet of this revision. */
  template: NonNullable<ExportDatasheet['template']>;
}

/**
 * A section of the export. The scope statement is only hashed, so that text withheld later does not leak;
 * null: withheld at publish.
 */
export interface SealedSection {
  heading_path: string[];
  section_id: number | null;
  standard_id: number | null;
  address: string | null;
  scope_statement_sha256: string | null;
}

/** The content that a certificate signs. */
export interface RevisionContent {
  schema_version: 1;
  /** 64 random hexadecimal digits, from which the salts of all proofs derive; absent in old content. */
  proof_seed?: string;
  project: { id: number } & Infer<typeof headerView>;
  revision: Omit<Infer<typeof projectRevisionView>, 'content_hash' | 'acknowledged'>;
  sections: SealedSection[];
  standards: StandardFingerprint[];
  datasheets: ExportDatasheet[];
  files: ManifestFile[];
}
