/**
 * Handlers that adopt a wiki revision as an edition without review, and list and read editions. Adopting the
 * source of the current edition again repeats its library copy. Review is in `proposal-actions.ts`, the preview in
 * `adoption-preview-actions.ts`.
 */
import type { ClientSession } from 'mongoose';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiAdoptionEndpoints } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import type { Job } from '../../../shared/kernel/background/job-records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { AuditEntryInput, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import { LIBRARY_COPY_JOB } from '../adoption/library-copy-job.ts';
import { canSeeEdition, type EditionRecord } from '../adoption/model.ts';
import {
  assertNotHidden,
  buildEdition,
  editionTitle,
  type PreparedEdition,
  prepareEdition,
} from '../adoption/prepare-edition.ts';
import { presentEdition } from '../adoption/present.ts';
import { presentEditionContent } from '../adoption/present-content.ts';
import { editionAuditEntry, publishEdition } from '../adoption/publish-edition.ts';
import { assertNotHeld, findEditionHolds } from '../holds/clause-holds.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import { assertAdoptable } from '../pages/page-state.ts';

/** An edition, the job of its library copy, and the page after the adoption. */
interface Adoption {
  page: PageRecord;
  edition: EditionRecord;
  job: Job;
  auditEntry: AuditEntryInput;
}

/** The handlers of adoption. A job copies the edition into the library. */
export const wikiAdoptionActions = (
  service: WikiService,
): Handlers<typeof wikiAdoptionEndpoints, WikiResources> => ({
  async 'wiki.adopted.list'(_params, _call, target) {
    const { page } = target;
    const hidden =
      target.canAdopt && !target.canModerate ? await service.pages.revisions.listHidden(page._id) : [];
    const [{ rows, total }, pageHolds] = await Promise.all([
      service.editions.listByPage(page._id, target, hidden, MAX_UNPAGED_ROWS),
      target.canModerate ? service.holds.listOpen(page._id) : [],
    ]);
    const jobs = await service.jobs.findBySubjects(
      LIBRARY_COPY_JOB,
      rows.map(({ _id }) => _id),
    );
    const now = service.node.now();
    return {
      adopted_revisions: rows.map((edition) =>
        presentEdition(edition, { job: jobs.get(edition._id), pageHolds, now }, target),
      ),
      total,
      truncated: total > rows.length,
    };
  },

  async 'wiki.adopted.get'({ revNum }, _call, target) {
    const edition = await service.editions.findByNumber(target.page._id, revNum);
    if (!edition || !canSeeEdition(edition, target)) throw notFound();
    if (edition.status !== 'published' && !target.canModerate) {
      // A proposal shows no more than its source revision.
      const source = await service.pages.revisions.findOfPage(target.page._id, edition.source_revision_id);
      if (!source || source.hidden) throw notFound();
    }
    const [jobs, sealed, pageHolds] = await Promise.all([
      service.jobs.findBySubjects(LIBRARY_COPY_JOB, [edition._id]),
      service.pages.loadText(edition._id),
      service.holds.listOpen(target.page._id),
    ]);
    const content = parseEditionContent(sealed);
    const now = service.node.now();
    // A moderator reads the text of a withheld clause only in the worklist.
    const held = findEditionHolds(content.elements, edition._id, pageHolds, now);
    return {
      ...presentEdition(edition, { job: jobs.get(edition._id), pageHolds, now }, target),
      description: edition.description,
      category_path: edition.category_path,
      ...presentEditionContent(edition, content, held),
    };
  },

  async 'wiki.standards.directAdopt'({ sourceRevisionId }, ctx, target) {
    const prepared = await prepareEdition(
      service.pages,
      service.revisionParser,
      target.page,
      sourceRevisionId,
      ctx,
    );
    return service.pages.inTransaction(target.page._id, async (session, page) => {
      const adopted = await adopt(service, page, prepared, ctx, session);
      const state = { job: adopted.job, pageHolds: [], now: service.node.now() };
      return ctx.finish(session, adopted.auditEntry, {
        adoptedRevision: presentEdition(adopted.edition, state, { ...target, page: adopted.page }),
        adoption: { id: adopted.job.id, syncStatus: adopted.job.state },
      });
    });
  },
});

/** Writes edition, pointer of the page and job. */
async function adopt(
  service: WikiService,
  page: PageRecord,
  prepared: PreparedEdition,
  ctx: RequestContext,
  session: ClientSession,
): Promise<Adoption> {
  const { node, libraries, pages, editions, holds } = service;
  const pageId = page._id;
  const now = node.now();
  // Read again: a moderator may have archived the page or hidden the revision since.
  assertAdoptable(page);
  const source = await pages.revisions.findOfPage(pageId, prepared.revision._id, session);
  if (!source) throw notFound();
  assertNotHidden(source);
  const openHolds = await holds.listOpen(pageId, session);
  assertNotHeld(prepared, openHolds, now);
  const requeued = await requeueLibraryCopy(service, page, prepared.revision, session);
  if (requeued) return requeued;
  const edition = await buildEdition(libraries, page, prepared, {
    status: 'published',
    by: ctx.person,
    now,
  });
  await editions.insert(session, edition);
  await pages.insertText(session, edition._id, prepared.serializedContent);
  return {
    edition,
    ...(await publishEdition(service, session, { page, edition, openHolds, now })),
    auditEntry: editionAuditEntry(edition),
  };
}

/**
 * Repeats the library copy if the current edition was built from this revision; else null, also if a moderator has
 * reset the title since: the copy gets a new title only with a new edition.
 */
async function requeueLibraryCopy(
  { editions, jobs }: WikiService,
  page: PageRecord,
  revision: WikiRevisionRecord,
  session: ClientSession,
): Promise<Adoption | null> {
  const current = page.current_edition ? await editions.findById(page.current_edition.id, session) : null;
  const isSame =
    current?.source_revision_id === revision._id && current.title === editionTitle(page, revision);
  if (!current || !isSame) return null;
  const job = await jobs.requeue(session, LIBRARY_COPY_JOB, current._id);
  if (!job) return null;
  const details = { revision: { id: current._id, code: String(current.revision_number) }, syncedAgain: true };
  return {
    page,
    edition: current,
    job,
    auditEntry: { resource: { type: 'wiki_standard', id: page._id }, details },
  };
}
