/**
 * Handlers that edit a wiki page and revert it to an older revision; both add a revision, and an edit on an
 * outdated one is refused whole.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { wikiEditingEndpoints } from '../../../shared/contracts/wiki-moderation/editing.ts';
import { sha256 } from '../../../shared/hash.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { requireNamedCategory } from '../libraries/find-category.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from '../libraries/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { assertActiveTags } from '../pages/assert-tags.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import { composePageSource, editedFields } from '../pages/page-source.ts';
import { assertEditable } from '../pages/page-state.ts';
import { presentPage } from '../pages/present.ts';
import type { Pages } from '../pages/repository.ts';

type EditContracts = Pick<typeof wikiEditingEndpoints, 'wiki.standards.update' | 'wiki.standards.revert'>;

export const wikiEditActions = (service: WikiService): Handlers<EditContracts, WikiResources> => {
  const { node, connection, libraries, pages, reader, revisionParser } = service;

  async function loadLibrary(
    page: PageRecord,
  ): Promise<{ library: WikiLibraryRecord; categories: WikiCategoryRecord[] }> {
    const [library, categories] = await Promise.all([
      libraries.findById(page.library_id),
      libraries.listCategories(page.library_id),
    ]);
    if (!library) throw new Error(`the library of page ${page._id} is missing`);
    return { library, categories };
  }

  return {
    async 'wiki.standards.update'({ content, baseRevisionId, editSummary, tag_ids }, ctx, { page }) {
      assertEditable(page);
      // Before the slower parsing of the content; the transaction compares again.
      await assertCurrent(pages, page, baseRevisionId);
      // A tag that was retired since may stay.
      await assertActiveTags(
        node,
        (tag_ids ?? []).filter((id) => !page.tag_ids.includes(id)),
      );
      const { library, categories } = await loadLibrary(page);
      const current = {
        title: page.title,
        description: page.description,
        category: categories.find(({ _id }) => _id === page.category_id)?.slug,
      };
      const source = await composePageSource(reader, ctx, content, editedFields(content, current));
      const category = source.category === '' ? null : requireNamedCategory(categories, source.category);
      return inTransaction(connection, async (session) => {
        const before = await requirePage(pages, page._id, session);
        await assertCurrent(pages, before, baseRevisionId, session);
        const revision = nextRevision(
          before,
          { by: ctx.person, now: node.now() },
          {
            title: source.title,
            description: source.description,
            category_id: category?._id ?? null,
            tag_ids: tag_ids ? [...new Set(tag_ids)] : before.tag_ids,
            content_hash: sha256(source.content),
            edit_summary: editSummary,
          },
        );
        const after = await pages.addRevision(session, before, revision, source.content);
        await ctx.audit(session, {
          resource: { type: 'wiki_standard', id: page._id },
          details: { revision: revisionDetails(revision), base_revision: { id: baseRevisionId } },
        });
        return presentPage(after, library, categories, source.content);
      });
    },

    async 'wiki.standards.revert'({ revId }, ctx, { page, canModerate }) {
      assertEditable(page);
      const old = await pages.revisions.findOfPage(page._id, revId);
      if (!old || (old.hidden && !canModerate)) throw notFound();
      if (old.hidden)
        throw apiError('REVISION_HIDDEN', 'The revision is hidden. Restore it before reverting to it.');
      const [{ library, categories }, content] = await Promise.all([
        loadLibrary(page),
        pages.loadText(revId),
      ]);
      await revisionParser.parse({ id: revId, pageId: page._id, content }, ctx.signal);
      const category_id = categories.some(({ _id }) => _id === old.category_id) ? old.category_id : null;
      return inTransaction(connection, async (session) => {
        const before = await requirePage(pages, page._id, session);
        assertIfMatch(ctx.ifMatch, before.current_revision.id);
        // Read again: a moderator may have hidden it since.
        const source = await pages.revisions.findOfPage(page._id, revId, session);
        if (!source || source.hidden) throw notFound();
        const { title, description, tag_ids, content_hash } = source;
        const revision = nextRevision(
          before,
          { by: ctx.person, now: node.now() },
          {
            title,
            description,
            category_id,
            tag_ids,
            content_hash,
            edit_summary: `Reverted to revision ${source.revision_number}`,
          },
        );
        const after = await pages.addRevision(session, before, revision, content);
        const auditEntry = {
          resource: { type: 'wiki_standard', id: page._id },
          details: { revision: revisionDetails(revision), source_revision: { id: revId } },
        };
        return ctx.finish(session, auditEntry, presentPage(after, library, categories, content));
      });
    },
  };
};

/** The page as the transaction sees it. @throws NOT_FOUND, ALREADY_ARCHIVED */
async function requirePage(pages: Pages, id: string, session: ClientSession): Promise<PageRecord> {
  const page = await pages.findById(id, session);
  if (!page) throw notFound();
  assertEditable(page);
  return page;
}

/** @throws EDIT_CONFLICT with the current revision, its author and time, when the editor read another one */
async function assertCurrent(
  pages: Pages,
  page: PageRecord,
  baseRevisionId: string,
  session: ClientSession | null = null,
): Promise<void> {
  const { id, revision_number } = page.current_revision;
  if (id === baseRevisionId) return;
  const current = await pages.revisions.findOfPage(page._id, id, session);
  throw apiError(
    'EDIT_CONFLICT',
    'The standard has another current revision than the one you read. Nothing was saved. Read it again and repeat your edit on it.',
    {
      metadata: {
        code: 'EDIT_CONFLICT',
        reason: 'stale',
        currentRevision: { id, revision_number },
        editedBy: current?.created_by ?? null,
        editedAt: current?.created_at.toISOString() ?? null,
      },
    },
  );
}

const nextRevision = (
  page: PageRecord,
  { by, now }: { by: Person; now: Date },
  values: Pick<
    WikiRevisionRecord,
    'title' | 'description' | 'category_id' | 'tag_ids' | 'content_hash' | 'edit_summary'
  >,
): WikiRevisionRecord => ({
  ...values,
  _id: randomUUID(),
  page_id: page._id,
  revision_number: page.revisions + 1,
  hidden: false,
  created_by: by,
  created_at: now,
});

const revisionDetails = ({ _id, revision_number }: WikiRevisionRecord) => ({
  id: _id,
  code: String(revision_number),
});
