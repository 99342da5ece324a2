/**
 * Record and collection of adopted editions, and who may see one. Their contents are sealed texts in
 * `../pages/model.ts`; their holds are in `../holds/model.ts`.
 */
import type { EDITION_STATUSES } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

export interface EditionRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  /** 1, 2, 3… among the editions of the page. */
  revision_number: number;
  source_revision_id: string;
  status: (typeof EDITION_STATUSES)[number];
  title: string;
  description: string;
  /** The names from the top-level category to its own, at the time of the adoption. */
  category_path: string[];
  tag_ids: string[];
  /** Hash of elements and fields, as for standards. */
  content_hash: string;
  revoked_at: Date | null;
  revoked_reason_code: string | null;
  adopted_by: Person;
  adopted_at: Date;
}

/** Whether a reader of the page may see an edition. Proposals: adopters and moderators. Revoked ones: moderators. */
export const canSeeEdition = (
  { status, revoked_at }: Pick<EditionRecord, 'status' | 'revoked_at'>,
  { canModerate, canAdopt }: { canModerate: boolean; canAdopt: boolean },
): boolean => canModerate || (revoked_at === null && (status === 'published' || canAdopt));

export const editionCollection = defineCollection<EditionRecord>('editions', [
  [{ page_id: 1, revision_number: -1 }, { unique: true }],
  [{ page_id: 1, status: 1, adopted_at: -1 }],
]);
