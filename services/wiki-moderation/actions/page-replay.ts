/**
 * The page that a request created or reverted, for a repeated request: as it was answered while its revision is
 * public, else as the caller may read the page now. The stored result would show a text that has been hidden since.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { wikiPageView } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { presentPage } from '../pages/present.ts';

type PageView = Infer<typeof wikiPageView>;

/** @throws NOT_FOUND for a page that has been archived since */
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
