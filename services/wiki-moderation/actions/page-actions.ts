/**
 * Handlers that create a wiki page, and read it whole or as its clauses or title; also the answer to a repeated create
 * or revert. Edits: `edit-actions.ts`.
 */
import { randomUUID } from 'node:crypto';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { wikiPageEndpoints } from '../../../shared/contracts/wiki-moderation/pages.ts';
import type { wikiPageView } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import { sha256 } from '../../../shared/hash.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import { foldForSearch } from '../../../shared/text/names-and-emails.ts';
import { unknownCategoryError, unknownLibraryError } from '../libraries/errors.ts';
import { requireNamedCategory } from '../libraries/find-category.ts';
import type { WikiCategoryRecord } from '../libraries/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { assertActiveTags } from '../pages/assert-tags.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import { composePageSource } from '../pages/page-source.ts';
import { pageStateChecks } from '../pages/page-state.ts';
import { presentPage, presentPageRow } from '../pages/present.ts';
import { resolveSlug } from '../slugs.ts';

export const wikiPageActions = ({
  node,
  connection,
  access,
  libraries,
  pages,
  reader,
  revisionParser,
}: WikiService): Handlers<typeof wikiPageEndpoints, WikiResources> => ({
  async 'wiki.standards.get'({ librarySlug, standardSlug }, ctx) {
    const { page, library, access: state } = await access.loadBySlug(librarySlug, standardSlug, ctx);
    const categories = await libraries.listCategories(library._id);
    const allowed_actions = allowedActions('wikiStandard', state, ctx, pageStateChecks(page));
    ctx.revalidate(page.current_revision.id, presentPageRow(page, library, categories), allowed_actions);
    const content = await pages.loadText(page.current_revision.id);
    return { ...presentPage(page, library, categories, content), allowed_actions };
  },

  async 'wiki.standards.elements'({ librarySlug, standardSlug }, ctx) {
    const { page } = await access.loadBySlug(librarySlug, standardSlug, ctx);
    const { id } = page.current_revision;
    const revision = { id, pageId: page._id, content: await pages.loadText(id) };
    const elements = (await revisionParser.parse(revision, ctx.signal)).elements.map(presentElementBody);
    return { elements, total: elements.length, revision: page.current_revision };
  },

  async 'wiki.standards.title'({ librarySlug, standardSlug }, ctx) {
    const { page } = await access.loadBySlug(librarySlug, standardSlug, ctx);
    return { title: page.title };
  },

  async 'wiki.standards.create'(params, ctx) {
    const { librarySlug, categoryId, title, content, slug, description, editSummary, tag_ids = [] } = params;
    await assertActiveTags(node, tag_ids);
    const library = await libraries.findBySlug(librarySlug);
    if (!library) throw unknownLibraryError(librarySlug);
    const categories = await libraries.listCategories(library._id);
    const sentCategory = categoryId ? requireCategory(categories, categoryId) : undefined;
    const source = await composePageSource(reader, ctx, content, {
      title,
      description,
      category: sentCategory?.slug,
    });
    const category = source.category === '' ? null : requireNamedCategory(categories, source.category);

    const now = node.now();
    const shared = {
      title: source.title,
      description: source.description,
      category_id: category?._id ?? null,
      tag_ids: [...new Set(tag_ids)],
      created_by: ctx.person,
      created_at: now,
    };
    const pageId = randomUUID();
    const revision: WikiRevisionRecord = {
      ...shared,
      _id: randomUUID(),
      page_id: pageId,
      revision_number: 1,
      content_hash: sha256(source.content),
      edit_summary: editSummary,
      hidden: false,
    };
    const page: PageRecord = {
      ...shared,
      _id: pageId,
      library_id: library._id,
      slug: resolveSlug(slug, source.title),
      title_source: revision._id,
      archived: false,
      current_revision: { id: revision._id, revision_number: 1 },
      current_edition: null,
      revisions: 1,
      editions: 0,
      moderations: 0,
      search_text: foldForSearch(source.title, source.description),
      updated_at: now,
    };
    return inTransaction(connection, async (session) => {
      if (!(await libraries.join(session, library._id))) throw unknownLibraryError(librarySlug);
      await pages.create(session, page, revision, source.content);
      const details = { library: librarySlug, slug: page.slug, revision: { id: revision._id } };
      const auditEntry = { resource: { type: 'wiki_standard', id: pageId }, details };
      return ctx.finish(session, auditEntry, presentPage(page, library, categories, source.content));
    });
  },
});

function requireCategory(categories: readonly WikiCategoryRecord[], id: string): WikiCategoryRecord {
  const category = categories.find(({ _id }) => _id === id);
  if (!category)
    throw unknownCategoryError('categoryId', 'categoryId does not refer to a category in this library.');
  return category;
}

type PageView = Infer<typeof wikiPageView>;

/**
 * The page that a request created or reverted, for a repeated request: the stored response while its revision is
 * public, else the page as the caller may read it now, since the stored text may have been hidden.
 * @throws NOT_FOUND for a page that has been archived since
 */
export const pageReplay =
  ({ access, libraries, pages }: WikiService) =>
  async (stored: PageView, ctx: RequestContext): Promise<PageView> => {
    const loaded = await access.findById(stored.id, ctx);
    if (!loaded) throw notFound();
    const { page } = loaded.value;
    const revision = await pages.revisions.findOfPage(page._id, stored.current_revision.id);
    if (revision?.hidden === false) return stored;
    const library = await libraries.findById(page.library_id);
    if (!library) throw notFound();
    const [categories, content] = await Promise.all([
      libraries.listCategories(library._id),
      pages.loadText(page.current_revision.id),
    ]);
    return presentPage(page, library, categories, content);
  };
