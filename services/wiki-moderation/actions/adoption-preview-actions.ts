/**
 * Handler that previews an adoption: faults of the markup, number of clauses and fields, and the category. Holds are
 * not checked. Nothing is written.
 */
import { categoryPaths } from '../../../shared/category-trees/nesting.ts';
import type { wikiAdoptionPreviewEndpoints } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { assertNotHidden } from '../adoption/prepare-edition.ts';
import { findCategory } from '../libraries/find-category.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { presentMarkupFaults } from '../pages/page-source.ts';

export const wikiAdoptionPreviewActions = ({
  libraries,
  pages,
  editions,
  revisionParser,
}: WikiService): Handlers<typeof wikiAdoptionPreviewEndpoints, WikiResources> => ({
  async 'wiki.standards.previewAdoption'({ sourceRevisionId }, ctx, { page }) {
    const revision = sourceRevisionId
      ? await pages.revisions.findOfPage(page._id, sourceRevisionId)
      : (await pages.revisions.listByPage(page._id, false, { limit: 1 })).rows[0];
    if (!revision) throw notFound();
    assertNotHidden(revision);
    const [categories, content, isAdopted] = await Promise.all([
      libraries.listCategories(page.library_id),
      pages.loadText(revision._id),
      editions.hasPublished(page._id),
    ]);
    const stored = { id: revision._id, pageId: page._id, content };
    const markup = await revisionParser.parseOrFindErrors(stored, ctx.signal);
    const categoryName = markup.frontmatter?.category?.trim() ?? '';
    const named = categoryName === '' ? null : findCategory(categories, categoryName);
    const path = revision.category_id && categoryPaths(categories).get(revision.category_id);
    return {
      sourceRevision: { id: revision._id, revision_number: revision.revision_number },
      isParseable: markup.errorCount === 0,
      errors: presentMarkupFaults(markup.errors),
      elementCount: markup.elements.length,
      datasheetCount: markup.fields.length,
      resolvedCategoryPath: path || [],
      categoryPathError: typeof named === 'string' ? named : null,
      isNew: !isAdopted,
    };
  },
});
