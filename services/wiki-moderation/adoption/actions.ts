/**
 * Handlers of the endpoints that adopt a wiki revision as an edition, with the job of its library copy, and
 * that list and read editions (document 2; decisions A4, W3, W11).
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { categoryPaths } from '../../../shared/category-trees/nesting.ts';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiAdoptionEndpoints } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import type { Job, JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { AuditEntryInput, Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { WikiResources } from '../pages/access.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import type { RevisionParser } from '../pages/revision-parser.ts';
import { buildEditionContent, hashEditionContent, parseEditionContent } from './edition-content.ts';
import { LIBRARY_COPY_JOB } from './library-copy-job.ts';
import { type EditionRecord, isPublicEdition } from './model.ts';
import { presentEdition } from './present.ts';
import type { Editions } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: WikiLibraries;
  pages: Pages;
  editions: Editions;
  jobs: JobQueue;
  outlines: RevisionParser;
}

/** An edition, the job of its library copy, and the page after the adoption. */
interface Adoption {
  page: PageRecord;
  edition: EditionRecord;
  job: Job;
  note: AuditEntryInput;
}

/** The handlers of adoption. A job copies the edition into the library (W3, W11). */
export const wikiAdoptionActions = (deps: Deps): Handlers<typeof wikiAdoptionEndpoints, WikiResources> => ({
  async 'wiki.adopted.list'(_params, _call, target) {
    const { rows, total } = await deps.editions.listByPage(
      target.page._id,
      target.canModerate,
      MAX_UNPAGED_ROWS,
    );
    const jobs = await deps.jobs.findBySubjects(
      LIBRARY_COPY_JOB,
      rows.map(({ _id }) => _id),
    );
    return {
      adopted_revisions: rows.map((edition) => presentEdition(edition, jobs.get(edition._id), target)),
      total,
      truncated: total > rows.length,
    };
  },

  async 'wiki.adopted.get'({ revNum }, _call, target) {
    const edition = await deps.editions.findByNumber(target.page._id, revNum);
    if (!edition || !(isPublicEdition(edition) || target.canModerate)) throw notFound();
    const [jobs, sealed] = await Promise.all([
      deps.jobs.findBySubjects(LIBRARY_COPY_JOB, [edition._id]),
      deps.pages.loadText(edition._id),
    ]);
    return {
      ...presentEdition(edition, jobs.get(edition._id), target),
      description: edition.description,
      category_path: edition.category_path,
      content: parseEditionContent(sealed).markdown,
    };
  },

  async 'wiki.standards.directAdopt'({ sourceRevisionId }, call, target) {
    const { page } = target;
    assertNotArchived(page);
    const revision = await deps.pages.revisions.findOfPage(
      page._id,
      sourceRevisionId ?? page.current_revision.id,
    );
    if (!revision) throw notFound();
    assertNotHidden(revision);
    const markdown = await deps.pages.loadText(revision._id);
    const stored = { id: revision._id, pageId: page._id, content: markdown };
    const content = buildEditionContent(markdown, await deps.outlines.parse(stored, call.signal));
    const prepared = {
      revision,
      serializedContent: JSON.stringify(content),
      contentHash: hashEditionContent(content),
    };
    return inTransaction(deps.connection, async (session) => {
      const adopted = await adopt(deps, page._id, prepared, call, session);
      return call.finish(session, adopted.note, {
        adoptedRevision: presentEdition(adopted.edition, adopted.job, { ...target, page: adopted.page }),
        adoption: { id: adopted.job.id, syncStatus: adopted.job.state },
      });
    });
  },
});

/** @throws ALREADY_ARCHIVED */
function assertNotArchived({ archived }: PageRecord): void {
  if (!archived) return;
  throw apiError(
    'ALREADY_ARCHIVED',
    'The standard is archived. Restore it before adopting one of its revisions.',
  );
}

/** @throws REVISION_HIDDEN */
function assertNotHidden({ hidden }: WikiRevisionRecord): void {
  if (hidden) throw apiError('REVISION_HIDDEN', 'The revision is hidden and cannot be adopted.');
}

interface PreparedEdition {
  revision: WikiRevisionRecord;
  serializedContent: string;
  contentHash: string;
}

/** Writes edition, pointer of the page and job. */
async function adopt(
  deps: Deps,
  pageId: string,
  prepared: PreparedEdition,
  call: Call,
  session: ClientSession,
): Promise<Adoption> {
  const { pages, editions, jobs } = deps;
  const page = await pages.findById(pageId, session);
  if (!page) throw notFound();
  // Read again: a moderator may have archived the page or hidden the revision meanwhile.
  assertNotArchived(page);
  const source = await pages.revisions.findOfPage(pageId, prepared.revision._id, session);
  if (!source) throw notFound();
  assertNotHidden(source);
  const requeued = await requeueLibraryCopy(deps, page, prepared.revision, session);
  if (requeued) return requeued;
  const edition = await buildEdition(deps, page, prepared, call);
  await editions.insert(session, edition);
  await pages.insertText(session, edition._id, prepared.serializedContent);
  const pointer = { id: edition._id, revision_number: edition.revision_number };
  // Always true: the page was read in the same snapshot, and a concurrent write restarts the transaction.
  if (!(await pages.advanceEdition(session, page, pointer)))
    throw new Error('the page changed within its own transaction');
  const job = await jobs.add(session, {
    kind: LIBRARY_COPY_JOB,
    subject: edition._id,
    lane: pageId,
    turn: edition.revision_number,
  });
  return {
    page: { ...page, current_edition: pointer, editions: edition.revision_number },
    edition,
    job,
    note: {
      resource: { type: 'wiki_standard', id: pageId },
      details: {
        revision: { id: edition._id, code: String(edition.revision_number) },
        source_revision: { id: prepared.revision._id },
      },
    },
  };
}

/** Repeats the library copy when the current edition already is of this revision; null when it is not. */
async function requeueLibraryCopy(
  { editions, jobs }: Deps,
  page: PageRecord,
  revision: WikiRevisionRecord,
  session: ClientSession,
): Promise<Adoption | null> {
  const current = page.current_edition ? await editions.findById(page.current_edition.id, session) : null;
  if (!current || current.source_revision_id !== revision._id) return null;
  const job = await jobs.requeue(session, LIBRARY_COPY_JOB, current._id);
  if (!job) return null;
  const details = { revision: { id: current._id, code: String(current.revision_number) }, syncedAgain: true };
  return {
    page,
    edition: current,
    job,
    note: { resource: { type: 'wiki_standard', id: page._id }, details },
  };
}

async function buildEdition(
  { libraries }: Deps,
  page: PageRecord,
  prepared: PreparedEdition,
  call: Call,
): Promise<EditionRecord> {
  const { revision, contentHash } = prepared;
  const paths = categoryPaths(await libraries.listCategories(page.library_id));
  return {
    _id: randomUUID(),
    page_id: page._id,
    revision_number: page.editions + 1,
    source_revision_id: revision._id,
    status: 'published',
    // A title reset counts for the current revision, whose text may still have the earlier title.
    title: revision._id === page.current_revision.id ? page.title : revision.title,
    description: revision.description,
    category_path: revision.category_id === null ? [] : (paths.get(revision.category_id) ?? []),
    tag_ids: revision.tag_ids,
    content_hash: contentHash,
    revoked_at: null,
    revoked_reason_code: null,
    adopted_by: call.person,
    adopted_at: new Date(),
  };
}
