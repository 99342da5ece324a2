/** The version a revise was made over, and when it is refused whatever the fields (document 3, revise rules 7 and 8; D9). */

import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { DatasheetRevisionHead, DatasheetRevisionLink } from '../model.ts';
import { collectAncestry } from '../records/ancestry.ts';
import type { DatasheetRevision, Datasheets } from '../records/repository.ts';
import type { ReviseConflict } from './merge.ts';

export type BaseVersion = string | number;

/** @throws BASE_VERSION_REQUIRED for keys and the assistant without one (rule 7) */
export function assertBaseVersion(call: Call, baseVersion: BaseVersion | undefined): void {
  if (baseVersion !== undefined || !call.isDelegated) return;
  throw apiError('BASE_VERSION_REQUIRED', 'Send baseVersion: the version of the datasheet as you read it.', {
    errors: [{ path: 'baseVersion', message: "'baseVersion' is required." }],
  });
}

/**
 * The revision the caller read: the head itself, or an earlier one of its history. Null when a session did not say.
 * @throws EDIT_CONFLICT `stale` for a version that is none of this history and for the assistant over any but the head,
 *   `upgraded` when the head is bound to another standard revision
 */
export async function findBaseRevision(
  records: Datasheets,
  call: Call,
  head: DatasheetRevision,
  baseVersion: BaseVersion | undefined,
): Promise<DatasheetRevision | null> {
  if (baseVersion === undefined) return null;
  if (matchesBaseVersion(head, baseVersion)) return head;
  const links = await records.listRevisionLinks(head.datasheet_id);
  const history = collectAncestry(links, [head._id]);
  const found = links.find((one) => history.has(one._id) && matchesBaseVersion(one, baseVersion));
  if (!found)
    throw editConflictError(head, { reason: 'stale' }, 'The version you sent does not belong to this datasheet. Reload it.');
  if (found.standard_revision_id !== head.standard_revision_id) {
    throw editConflictError(
      head,
      { reason: 'upgraded', standardRevision: { id: head.standard_revision_id, code: head.standard_revision_code } },
      `The datasheet has been upgraded to revision ${head.standard_revision_code} of its standard since you read it. Reload it.`,
    );
  }
  if (call.principal.channel === 'assistant') {
    throw editConflictError(head, { reason: 'stale' }, 'The datasheet has changed since it was read. Reload it.');
  }
  return records.requireRevision(found._id);
}

/** `baseVersion` is the version, or under its old name the revision's id (D9). */
const matchesBaseVersion = ({ _id, version }: DatasheetRevisionLink, baseVersion: BaseVersion): boolean =>
  version === baseVersion || String(_id) === String(baseVersion);

/** 409 naming the fields that both changed (rule 7). */
export const fieldsConflictError = (head: DatasheetRevisionHead, conflicts: readonly ReviseConflict[]): Error =>
  editConflictError(
    head,
    { reason: 'fields', conflicts },
    `Somebody else changed ${conflicts.map((one) => JSON.stringify(one.label)).join(', ')} in the meantime. Revise again on currentVersion, sending only the fields where you keep your value.`,
  );

/** 409 `EDIT_CONFLICT` over this head; nothing was written. */
export const editConflictError = (head: DatasheetRevisionHead, metadata: Record<string, unknown>, detail: string): Error =>
  apiError('EDIT_CONFLICT', detail, {
    metadata: {
      currentVersion: head.version,
      editedBy: head.created_by,
      editedAt: head.created_at.toISOString(),
      ...metadata,
    },
  });
