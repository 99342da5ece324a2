/**
 * Runs one decision of a moderator on the holds of an edition: in one transaction the change, its entries in the
 * public log and the audit trail, and the job that informs standards; then sends the holds to standards.
 */
import type { ClientSession } from 'mongoose';
import type { Infer } from '../../../shared/contracts/schema.ts';
import {
  isReasonStated,
  type ModerationAction,
  type ModerationReason,
  UNDATED_REASON,
} from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import type { editionRow } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { LIBRARY_COPY_JOB } from '../adoption/library-copy-job.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { holdsOfEdition, presentEdition } from '../adoption/present.ts';
import type { HoldRecord } from '../holds/model.ts';
import type { LogEntryRecord, ModerationScope } from '../moderation-log/model.ts';
import { type LogEntryView, pageLink, presentLogEntry } from '../moderation-log/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { ReadablePage } from '../pages/access.ts';
import type { PageRecord } from '../pages/model.ts';

/** The state on which a decision is taken, read in its transaction; the page is locked. */
export interface DecisionState {
  session: ClientSession;
  page: PageRecord;
  edition: EditionRecord;
  /** The open ones of the page. */
  pageHolds: HoldRecord[];
  /** The open ones of the edition, that of the whole edition first. */
  editionHolds: HoldRecord[];
  now: Date;
}

/** An entry of the public log, before it has an id. */
export interface DecisionEntry {
  action: ModerationAction;
  reason: ModerationReason;
  note: string | undefined;
  scope: ModerationScope;
}

/**
 * The reason under which a change of open holds is logged. A dated entry would reveal the time and place of one under
 * legal compulsion.
 * @param editionHolds the holds of the edition that are open after the change
 */
export const loggedReason = (
  editionHolds: readonly HoldRecord[],
  reason: ModerationReason,
): ModerationReason =>
  editionHolds.some(({ reason_code }) => !isReasonStated(reason_code)) ? UNDATED_REASON : reason;

/** A decision, with its log entries. */
interface Decision {
  /** The page after the decision, where it has changed. */
  page?: PageRecord;
  entries: DecisionEntry[];
  /** For the audit entry, in addition to edition and reason. */
  details?: Record<string, unknown>;
}

/** A decision and its outcome, for the response. */
export interface DecisionOutcome {
  adoptedRevision: Infer<typeof editionRow>;
  /** The first of `moderationLogEntries`. */
  moderationLogEntry: LogEntryView;
  moderationLogEntries: LogEntryView[];
  page: PageRecord;
  /** The current edition before the decision. */
  editionBefore: string | null;
}

interface DecisionRequest {
  ctx: RequestContext;
  target: ReadablePage;
  editionId: string;
}

/**
 * Takes a decision. The response comes after standards applies it.
 * @throws NOT_FOUND for an edition of another page; what `decide` throws; SERVICE_UNAVAILABLE when the decision is
 * stored but standards is unavailable
 */
export async function takeDecision<T>(
  service: WikiService,
  { ctx, target, editionId }: DecisionRequest,
  decide: (state: DecisionState) => Promise<Decision>,
  present: (outcome: DecisionOutcome) => T,
): Promise<T> {
  const { node, libraries, pages, editions, holds, holdTransfer, moderationLog } = service;
  const pageId = target.page._id;
  const library = await libraries.findById(target.page.library_id);
  if (!library) throw notFound();
  const result = await pages.inTransaction(pageId, async (session) => {
    const page = await holdTransfer.queueChange(session, pageId);
    assertIfMatch(ctx.ifMatch, page.current_revision.id);
    const edition = await editions.findOfPage(pageId, editionId, session);
    if (!edition) throw notFound();
    const pageHolds = await holds.listOpen(pageId, session);
    const now = node.now();
    const editionHolds = holdsOfEdition(pageHolds, editionId);
    const decided = await decide({ session, page, edition, pageHolds, editionHolds, now });
    const rows: LogEntryRecord[] = [];
    for (const { action, reason, note, scope } of decided.entries) {
      const row = {
        _id: await moderationLog.nextId(reason),
        at: now,
        action,
        reason,
        page_id: pageId,
        matter: `edition:${editionId}`,
        scope,
        moderator: ctx.person,
        note: note ?? null,
      };
      rows.push(row);
      await moderationLog.append(session, row);
    }
    const link = page.archived ? null : pageLink(node.config, library.slug, page.slug);
    const outcome = await presentOutcome(
      service,
      { ...target, page: decided.page ?? page },
      edition._id,
      rows.map((row) => presentLogEntry(row, link)),
      session,
    );
    const response = present({ ...outcome, editionBefore: page.current_edition?.id ?? null });
    const [first] = decided.entries;
    const completion = ctx.prepareCompletion(
      {
        resource: { type: 'wiki_standard', id: pageId },
        details: {
          revision: { id: editionId, code: String(edition.revision_number) },
          reason_code: first?.reason,
          ...(first?.note === undefined ? {} : { reason_note: first.note }),
          ...decided.details,
        },
      },
      response,
    );
    // The result is stored for its Idempotency-Key once standards applies the decision: a repeated request must
    // not answer 200 earlier.
    await ctx.complete(session, { ...completion, idempotent: null });
    return response;
  });
  await holdTransfer.sendNow(pageId);
  return result;
}

async function presentOutcome(
  { node, editions, holds, jobs }: WikiService,
  target: ReadablePage,
  editionId: string,
  moderationLogEntries: LogEntryView[],
  session: ClientSession,
): Promise<Omit<DecisionOutcome, 'editionBefore'>> {
  const edition = await editions.findOfPage(target.page._id, editionId, session);
  const pageHolds = await holds.listOpen(target.page._id, session);
  const copies = await jobs.findBySubjects(LIBRARY_COPY_JOB, [editionId]);
  const [moderationLogEntry] = moderationLogEntries;
  if (!edition || !moderationLogEntry) throw new Error('a decision has no edition or no log entry');
  const state = { job: copies.get(editionId), pageHolds, now: node.now() };
  return {
    adoptedRevision: presentEdition(edition, state, target),
    moderationLogEntry,
    moderationLogEntries,
    page: target.page,
  };
}
