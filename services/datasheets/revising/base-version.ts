/**
 * Finds the revision on which a change of field values (revise) is based, by the `baseVersion` that keys and the
 * assistant must send. Also the errors of a stale or upgraded base and of conflicting fields.
 */
import { apiError, baseVersionRequired } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { DatasheetRevisionHead, DatasheetRevisionLink } from '../model.ts';
import { collectAncestry } from '../records/ancestry.ts';
import type { DatasheetRevision, DatasheetRevisions } from '../records/repository.ts';
import type { ReviseConflict } from './merge.ts';

type BaseVersion = string | number;

/** @throws BASE_VERSION_REQUIRED for keys and the assistant without one */
export function assertBaseVersion(ctx: RequestContext, baseVersion: BaseVersion | undefined): void {
  if (baseVersion !== undefined || !ctx.isDelegated) return;
  throw baseVersionRequired([{ path: 'baseVersion', message: "'baseVersion' is required." }]);
}

/**
 * The revision that the caller read: the head, or an earlier one of its history; null when a browser session
 * sent none.
 * @throws EDIT_CONFLICT `stale` for a version outside this history, and for the assistant for any but the
 * head,
 *   `upgraded` when the head is bound to another standard revision
 */
export async function findBaseRevision(
  revisions: DatasheetRevisions,
  ctx: RequestContext,
  head: DatasheetRevision,
  baseVersion: BaseVersion | undefined,
): Promise<DatasheetRevision | null> {
  if (baseVersion === undefined) return null;
  if (matchesBaseVersion(head, baseVersion)) return head;
  const history = await listHistory(revisions, head);
  const base = history.find((link) => matchesBaseVersion(link, baseVersion));
  if (!base) throw unknownVersionError(head);
  // Also where it has been brought back to the same revision since.
  const since = history.slice(0, history.indexOf(base));
  if (since.some((link) => link.standard_revision_id !== base.standard_revision_id)) {
    throw editConflictError(
      head,
      {
        reason: 'upgraded',
        standardRevision: { id: head.standard_revision_id, code: head.standard_revision_code },
      },
      `The datasheet has been upgraded since you read it, and uses revision ${head.standard_revision_code} of its standard now. Reload it.`,
    );
  }
  if (ctx.principal.channel === 'assistant') {
    throw editConflictError(
      head,
      { reason: 'stale' },
      'The datasheet has changed since it was read. Reload it.',
    );
  }
  return revisions.require(base._id);
}

/** The revision and those before it, newest first. */
async function listHistory(
  revisions: DatasheetRevisions,
  { _id, datasheet_id }: DatasheetRevisionHead,
): Promise<DatasheetRevisionLink[]> {
  const links = await revisions.listLinks(datasheet_id);
  const byId = new Map(links.map((link) => [link._id, link]));
  return [...collectAncestry(links, [_id])].flatMap((id) => byId.get(id) ?? []);
}

/** The revision of this version in the history of a datasheet, whatever standard revision it is of; null: none. */
export async function findVersion(
  revisions: DatasheetRevisions,
  head: DatasheetRevision,
  version: string,
): Promise<DatasheetRevision | null> {
  if (head.version === version) return head;
  const link = (await listHistory(revisions, head)).find((one) => one.version === version);
  return link === undefined ? null : revisions.require(link._id);
}

/** `baseVersion` is the version, or the revision's id as in earlier releases. */
const matchesBaseVersion = ({ _id, version }: DatasheetRevisionLink, baseVersion: BaseVersion): boolean =>
  version === baseVersion || String(_id) === String(baseVersion);

/** 409 for a version that is none of this datasheet. */
export const unknownVersionError = (head: DatasheetRevisionHead): Error =>
  editConflictError(
    head,
    { reason: 'stale' },
    'The version you sent does not belong to this datasheet. Reload it.',
  );

/** 409 with the fields that both changed. */
export const fieldsConflictError = (
  head: DatasheetRevisionHead,
  conflicts: readonly ReviseConflict[],
): Error =>
  editConflictError(
    head,
    { reason: 'fields', conflicts },
    `Somebody else changed ${conflicts.map(({ label }) => JSON.stringify(label)).join(', ')} in the meantime. Revise again on currentVersion, sending only the fields where you keep your value.`,
  );

/** 409 `EDIT_CONFLICT` over this head; nothing was written. */
const editConflictError = (
  head: DatasheetRevisionHead,
  metadata: Record<string, unknown>,
  detail: string,
): Error =>
  apiError('EDIT_CONFLICT', detail, {
    metadata: {
      currentVersion: head.version,
      editedBy: head.created_by,
      editedAt: head.created_at.toISOString(),
      ...metadata,
    },
  });
