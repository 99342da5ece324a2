/** The version a revise was made over, and when it is refused whatever the fields (document 3, revise rules 7 and 8; D9). */
import type { Call } from '../../../shared/kernel/call.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { RevisionHead, RevisionLink } from '../model.ts';
import { ancestry } from '../records/history.ts';
import type { DatasheetRecords, Revision } from '../records/repository.ts';
import type { ReviseConflict } from './merge.ts';

export type BaseVersion = string | number;

/** @throws BASE_VERSION_REQUIRED for keys and the assistant without one (rule 7) */
export function requireBase(call: Call, baseVersion: BaseVersion | undefined): void {
  if (baseVersion !== undefined || !call.byKeyOrAssistant) return;
  throw fail('BASE_VERSION_REQUIRED', 'Send baseVersion: the version of the datasheet as you read it.', {
    errors: [{ path: 'baseVersion', message: "'baseVersion' is required." }],
  });
}

/**
 * The revision the caller read: the head itself, or an earlier one of its history. Null when a session did not say.
 * @throws EDIT_CONFLICT `stale` for a version that is none of this history and for the assistant over any but the head,
 *   `upgraded` when the head is bound to another standard revision
 */
export async function findBase(
  records: DatasheetRecords,
  call: Call,
  head: Revision,
  baseVersion: BaseVersion | undefined,
): Promise<Revision | null> {
  if (baseVersion === undefined) return null;
  if (isNamed(head, baseVersion)) return head;
  const links = await records.links(head.datasheet_id);
  const history = ancestry(links, [head._id]);
  const found = links.find((one) => history.has(one._id) && isNamed(one, baseVersion));
  if (!found) throw conflict(head, { reason: 'stale' }, 'The version you read is none of this datasheet. Read it again.');
  if (found.standard_revision_id !== head.standard_revision_id) {
    throw conflict(
      head,
      { reason: 'upgraded', standardRevision: { id: head.standard_revision_id, code: head.standard_revision_code } },
      `The datasheet was brought to revision ${head.standard_revision_code} of its standard since you read it. Read it again.`,
    );
  }
  if (call.principal.channel === 'assistant') {
    throw conflict(head, { reason: 'stale' }, 'The datasheet has moved on since it was read. Read it again.');
  }
  return records.revision(found._id);
}

/** `baseVersion` is the version, or under its old name the revision's id (D9). */
const isNamed = ({ _id, version }: RevisionLink, baseVersion: BaseVersion): boolean =>
  version === baseVersion || String(_id) === String(baseVersion);

/** 409 naming the fields that both changed (rule 7). */
export const fieldsConflict = (head: RevisionHead, conflicts: readonly ReviseConflict[]): Error =>
  conflict(
    head,
    { reason: 'fields', conflicts },
    `Somebody else changed ${conflicts.map((one) => JSON.stringify(one.label)).join(', ')} meanwhile. Revise again over currentVersion with the fields whose value of yours is kept.`,
  );

/** 409 `EDIT_CONFLICT` over this head; nothing was written. */
export const conflict = (head: RevisionHead, metadata: Record<string, unknown>, detail: string): Error =>
  fail('EDIT_CONFLICT', detail, {
    metadata: {
      currentVersion: head.version,
      editedBy: head.created_by,
      editedAt: head.created_at.toISOString(),
      ...metadata,
    },
  });
