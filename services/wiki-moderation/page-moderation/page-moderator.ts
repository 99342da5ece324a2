/**
 * Runs one act of moderation on a wiki page: the change, its entry in the public log and its audit entry, in one
 * transaction that locks the page.
 */
import type { ClientSession } from 'mongoose';
import type {
  ModerationAction,
  ModerationReason,
} from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { AuditDetails, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from '../libraries/model.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { LogEntryRecord, ModerationScope } from '../moderation-log/model.ts';
import { type LogEntryView, pageLink, presentLogEntry } from '../moderation-log/present.ts';
import { assertReasonNote } from '../moderation-log/reason-note.ts';
import type { ModerationLog } from '../moderation-log/repository.ts';
import type { PageRecord } from '../pages/model.ts';
import { presentPageRow } from '../pages/present.ts';
import type { Pages } from '../pages/repository.ts';

interface Deps {
  node: Pick<Node, 'now' | 'config'>;
  libraries: WikiLibraries;
  pages: Pages;
  moderationLog: ModerationLog;
}

/** The request of a moderator, with its reason. */
interface ModerationRequest {
  action: ModerationAction;
  page: PageRecord;
  reason_code: ModerationReason;
  reason_note?: string | undefined;
}

/** The page as a transaction has locked it, with its library. */
export interface LockedPage {
  session: ClientSession;
  page: PageRecord;
  library: WikiLibraryRecord;
  categories: WikiCategoryRecord[];
  now: Date;
}

/** The result of a change. */
interface Moderation<T> {
  /** The page after the change. */
  page: PageRecord;
  scope: ModerationScope & { kind: 'standard' | 'revision' };
  /** Default: the page. */
  matter?: string;
  details?: AuditDetails;
  /** The response, with the entry as the public reads it. */
  present(entry: LogEntryView): T;
}

/** A change of the page itself, whose response is its row and the entry in the log. */
export const standardModeration = (
  page: PageRecord,
  { library, categories }: Pick<LockedPage, 'library' | 'categories'>,
  details: AuditDetails = {},
): Moderation<{ standard: ReturnType<typeof presentPageRow>; moderationLogEntry: LogEntryView }> => ({
  page,
  scope: { kind: 'standard' },
  details,
  present: (moderationLogEntry) => ({
    standard: presentPageRow(page, library, categories),
    moderationLogEntry,
  }),
});

export class PageModerator {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param change runs in the transaction, perhaps more than once
   * @throws VALIDATION_ERROR for `other` without a note, PRECONDITION_FAILED, NOT_FOUND, and what `change` throws
   */
  async moderate<T>(
    ctx: RequestContext,
    { action, page: { _id, library_id }, reason_code, reason_note }: ModerationRequest,
    change: (locked: LockedPage) => Promise<Moderation<T>>,
  ): Promise<T> {
    assertReasonNote(reason_code, reason_note);
    const { node, libraries, pages, moderationLog } = this.#deps;
    const [entryId, library] = await Promise.all([
      moderationLog.nextId(reason_code),
      libraries.findById(library_id),
    ]);
    if (!library) throw new Error(`the library of page ${_id} is missing`);
    return pages.inTransaction(_id, async (session, page) => {
      assertIfMatch(ctx.ifMatch, page.current_revision.id);
      const now = node.now();
      const categories = await libraries.listCategories(library_id, session);
      const done = await change({ session, page, library, categories, now });
      const entry: LogEntryRecord = {
        _id: entryId,
        at: now,
        action,
        reason: reason_code,
        page_id: _id,
        matter: done.matter ?? `standard:${_id}`,
        scope: done.scope,
        moderator: ctx.person,
        note: reason_note ?? null,
      };
      await moderationLog.append(session, entry);
      const link = done.page.archived ? null : pageLink(node.config, library.slug, done.page.slug);
      const auditEntry = {
        resource: { type: 'wiki_standard', id: _id },
        details: { ...done.details, reason_code, reason_note: reason_note ?? null },
      };
      return ctx.finish(session, auditEntry, done.present(presentLogEntry(entry, link)));
    });
  }
}
