/** Adopting a revision and reading the adopted editions (document 2; decisions A4, W3, W11). */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { wikiAdoption } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import type { Job, Jobs } from '../../../shared/kernel/background/jobs.ts';
import type { AuditNote, Call } from '../../../shared/kernel/call.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import { pathOf } from '../libraries/find-category.ts';
import type { Libraries } from '../libraries/repository.ts';
import type { PageRecord, RevisionRecord } from '../pages/model.ts';
import type { Outlines } from '../pages/outlines.ts';
import type { Pages } from '../pages/repository.ts';
import { contentOf, hashOf, readContent } from './content.ts';
import { LIBRARY_COPY } from './library-copy.ts';
import type { EditionRecord } from './model.ts';
import { presentEdition } from './present.ts';
import type { Editions } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: Libraries;
  pages: Pages;
  editions: Editions;
  jobs: Jobs;
  outlines: Outlines;
}

/** An edition with the job of its library copy, and the page as it stands after. */
interface Adopted {
  page: PageRecord;
  edition: EditionRecord;
  job: Job;
  note: AuditNote;
}

/** The handlers that adopt a wiki revision as an edition and read editions; the library copy follows as a job (W3, W11). */
export const adoptionActions = (deps: Deps): Handlers<typeof wikiAdoption, Resources> => ({
  async 'wiki.adopted.list'(_params, _call, open) {
    const { rows, total } = await deps.editions.of(open.page._id, open.moderates, LIST_CAP);
    const jobs = await deps.jobs.of(
      LIBRARY_COPY,
      rows.map(({ _id }) => _id),
    );
    return {
      adopted_revisions: rows.map((edition) => presentEdition(edition, jobs.get(edition._id), open)),
      total,
      truncated: total > rows.length,
    };
  },

  async 'wiki.adopted.get'({ revNum }, _call, open) {
    const edition = await deps.editions.byNumber(open.page._id, revNum);
    const isPublic = edition?.status === 'published' && edition.revoked_at === null;
    if (!edition || !(isPublic || open.moderates)) throw notFound();
    const [jobs, sealed] = await Promise.all([deps.jobs.of(LIBRARY_COPY, [edition._id]), deps.pages.textOf(edition._id)]);
    return {
      ...presentEdition(edition, jobs.get(edition._id), open),
      description: edition.description,
      category_path: edition.category_path,
      content: readContent(sealed).markdown,
    };
  },

  async 'wiki.standards.directAdopt'({ sourceRevisionId }, call, open) {
    const { page } = open;
    if (page.archived)
      throw fail('ALREADY_ARCHIVED', 'The standard is archived. Restore it before adopting one of its revisions.');
    const revision = await deps.pages.revision(page._id, sourceRevisionId ?? page.current_revision.id);
    if (!revision) throw notFound();
    if (revision.hidden) throw fail('REVISION_HIDDEN', 'The revision is hidden and cannot be adopted.');
    const markdown = await deps.pages.textOf(revision._id);
    const stored = { id: revision._id, pageId: page._id, content: markdown };
    const content = contentOf(markdown, await deps.outlines.read(stored, call.signal));
    const prepared = { revision, sealed: JSON.stringify(content), contentHash: hashOf(content) };
    return inTransaction(deps.connection, async (session) => {
      const adopted = await adopt(deps, page._id, prepared, call, session);
      return call.conclude(session, adopted.note, {
        adoptedRevision: presentEdition(adopted.edition, adopted.job, { ...open, page: adopted.page }),
        adoption: { id: adopted.job.id, syncStatus: adopted.job.state },
      });
    });
  },
});

interface Prepared {
  revision: RevisionRecord;
  sealed: string;
  contentHash: string;
}

/** Edition, pointer and job: all of it or nothing. */
async function adopt(deps: Deps, pageId: string, prepared: Prepared, call: Call, session: ClientSession): Promise<Adopted> {
  const { pages, editions, jobs } = deps;
  const page = await pages.byId(pageId, session);
  if (!page) throw notFound();
  const again = await askAgain(deps, page, prepared.revision, session);
  if (again) return again;
  const edition = await draftEdition(deps, page, prepared, call);
  await editions.add(edition, session);
  await pages.seal(edition._id, prepared.sealed, session);
  const pointer = { id: edition._id, revision_number: edition.revision_number };
  // The transaction's snapshot makes this certain; a writer in between makes the whole run again.
  if (!(await pages.advanceEdition(page, pointer, session))) throw new Error('the page moved inside its transaction');
  const job = await jobs.add(session, { kind: LIBRARY_COPY, subject: edition._id, lane: pageId, turn: edition.revision_number });
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

/** The edition that stands is of this very revision: asking once more only brings its library copy in line again. */
async function askAgain(
  { editions, jobs }: Deps,
  page: PageRecord,
  revision: RevisionRecord,
  session: ClientSession,
): Promise<Adopted | null> {
  const current = page.current_edition ? await editions.byId(page.current_edition.id, session) : null;
  if (!current || current.source_revision_id !== revision._id) return null;
  const job = await jobs.ask(session, LIBRARY_COPY, current._id);
  if (!job) return null;
  const details = { revision: { id: current._id, code: String(current.revision_number) }, syncedAgain: true };
  return { page, edition: current, job, note: { resource: { type: 'wiki_standard', id: page._id }, details } };
}

async function draftEdition({ libraries }: Deps, page: PageRecord, prepared: Prepared, call: Call): Promise<EditionRecord> {
  const { revision, contentHash } = prepared;
  return {
    _id: randomUUID(),
    page_id: page._id,
    revision_number: page.editions + 1,
    source_revision_id: revision._id,
    status: 'published',
    title: revision.title,
    description: revision.description,
    category_path: pathOf(await libraries.categoriesOf(page.library_id), revision.category_id),
    tag_ids: revision.tag_ids,
    content_hash: contentHash,
    revoked_at: null,
    revoked_reason_code: null,
    adopted_by: call.person,
    adopted_at: new Date(),
  };
}
