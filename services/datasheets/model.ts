/**
 * Records and collections of datasheets and of their sealed revisions, which are written once. Which revision a
 * project shows is in the manifests of the projects service.
 */
import type { DATASHEET_SEVERITIES } from '../../shared/contracts/datasheets/shapes.ts';
import { defineCollection } from '../../shared/kernel/database/records.ts';
import type { Person } from '../../shared/kernel/service/request-context.ts';
import type { SealedTree } from '../../shared/proof-tree.ts';

export interface DatasheetRecord {
  _id: number;
  project_id: number;
  standard_id: number;
  created_by: Person;
  created_at: Date;
}

export type DatasheetSeverity = (typeof DATASHEET_SEVERITIES)[number];

/** DELETED: the last revision of a datasheet, which records its deletion. */
export type DatasheetRevisionStatus = 'ACTIVE' | 'DELETED';

/** A sealed revision without its recorded values. Written once; only a missing tree is added, once. */
export interface DatasheetRevisionHead {
  _id: number;
  datasheet_id: number;
  /**
   * The revision before it; null for the first. The history of a datasheet is this chain from a pointer of
   * its project.
   */
  previous_id: number | null;
  /** 1, 2, 3… along one line of history. */
  ordinal: number;
  code: string;
  /** Sent back by callers as `baseVersion`. */
  version: string;
  name: string;
  scope: string;
  standard_id: number;
  standard_revision_id: number;
  standard_revision_code: string;
  severity: DatasheetSeverity;
  summary: string;
  status: DatasheetRevisionStatus;
  content_hash: string;
  /** The tree over its values, which certificates name; absent on the revision of a deletion. */
  tree?: SealedTree;
  created_by: Person;
  created_at: Date;
}

/** A revision as a link of the history. */
export type DatasheetRevisionLink = Pick<
  DatasheetRevisionHead,
  '_id' | 'previous_id' | 'version' | 'standard_revision_id'
>;

export interface DatasheetRevisionRecord extends DatasheetRevisionHead {
  /**
   * The recorded values as one compressed JSON text: thousands of sub-documents are slow to read.
   */
  values: Buffer;
}

export const datasheetCollection = defineCollection<DatasheetRecord>('datasheets');

export const datasheetRevisionCollection = defineCollection<DatasheetRevisionRecord>('datasheet_revisions', [
  [{ datasheet_id: 1, _id: -1 }],
]);
