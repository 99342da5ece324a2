/**
 * Types of the content of a revision, which is signed and stored with its certificate at publish. It names texts,
 * clauses and values only by salted hashes and trees, so that it can be passed on complete even if words are
 * withheld later, and so that its size does not depend on that of the datasheets (docs/verification.md).
 */
import type { exportDatasheet } from '../../../shared/contracts/projects/export.ts';
import type { certifiedDatasheet } from '../../../shared/contracts/projects/proofs.ts';
import type { headerView, projectRevisionView } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { TreeHead } from '../../../shared/proof-tree.ts';
import type { ManifestFile } from '../revisions/manifest.ts';

export type ExportDatasheet = Infer<typeof exportDatasheet>;

/** A datasheet without its scope and values, which are in its tree. */
export type CertifiedDatasheet = Infer<typeof certifiedDatasheet>;

/** The schema of content and certificates. */
export const SCHEMA_VERSION = 2;

/** A pin with the hash of its content. */
export interface StandardFingerprint {
  standard_id: number;
  name: string;
  standard_revision: { id: number; code: string };
  content_hash: string;
  /** The tree of its clauses, for the proof of one of them. */
  clauses: TreeHead;
  /** The fields of every datasheet of this revision. */
  template: NonNullable<ExportDatasheet['template']>;
}

/** A row of the document tree, without its text. */
export interface CertifiedSection {
  section_id: number | null;
  standard_id: number | null;
  address: string | null;
  /** Place of the row under whose heading it is; null at the top. */
  parent: number | null;
  /** The salted hash of its own heading and of the text under it. */
  wording_sha256: string;
}

/** The content that a certificate signs. */
export interface RevisionContent {
  schema_version: typeof SCHEMA_VERSION;
  /** 64 random hexadecimal digits: the seed of the salts of its parts. */
  proof_seed: string;
  project: { id: number } & Infer<typeof headerView>;
  revision: Omit<Infer<typeof projectRevisionView>, 'content_hash' | 'acknowledged'>;
  sections: CertifiedSection[];
  standards: StandardFingerprint[];
  datasheets: CertifiedDatasheet[];
  files: ManifestFile[];
}
