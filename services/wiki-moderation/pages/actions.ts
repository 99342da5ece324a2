/** Reading and creating wiki standards, and reading their revisions (decisions W1, W10, W11). */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { wikiPages } from '../../../shared/contracts/wiki-moderation/pages.ts';
import type { wikiRevisions } from '../../../shared/contracts/wiki-moderation/revisions.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/reader.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { foldForSearch } from '../../../shared/names.ts';
import { sha256Hex } from '../../../shared/revisioning/canonical.ts';
import { showElement } from '../../../shared/revisioning/shown-element.ts';
import type { PageAccess, Resources } from '../access.ts';
import { unknownLibrary } from '../libraries/actions.ts';
import { findCategory } from '../libraries/find-category.ts';
import type { CategoryRecord } from '../libraries/model.ts';
import type { Libraries } from '../libraries/repository.ts';
import { chooseSlug } from '../slugs.ts';
import type { PageRecord, RevisionRecord } from './model.ts';
import type { Outlines } from './outlines.ts';
import { presentPage, presentRevision } from './present.ts';
import type { Pages } from './repository.ts';
import { composeSource } from './source.ts';
import { checkTags } from './tags.ts';

interface Deps {
  node: Node;
  connection: Connection;
  access: PageAccess;
  libraries: Libraries;
  pages: Pages;
  reader: MarkupReader;
  outlines: Outlines;
}

/** The handlers that make wiki pages and read them and their revisions. */
export const pageActions = ({
  node,
  connection,
  access,
  libraries,
  pages,
  reader,
  outlines,
}: Deps): Handlers<typeof wikiPages & typeof wikiRevisions, Resources> => ({
  async 'wiki.standards.get'({ librarySlug, standardSlug }, call) {
    const { page, library } = await access.at(librarySlug, standardSlug, call);
    const [categories, content] = await Promise.all([
      libraries.categoriesOf(library._id),
      pages.textOf(page.current_revision.id),
    ]);
    return presentPage(page, library, categories, content);
  },

  async 'wiki.standards.elements'({ librarySlug, standardSlug }, call) {
    const { page } = await access.at(librarySlug, standardSlug, call);
    const { id } = page.current_revision;
    const revision = { id, pageId: page._id, content: await pages.textOf(id) };
    const elements = (await outlines.read(revision, call.signal)).elements.map(showElement);
    return { elements, total: elements.length, revision: page.current_revision };
  },

  async 'wiki.standards.title'({ librarySlug, standardSlug }, call) {
    const { page } = await access.at(librarySlug, standardSlug, call);
    return { title: page.title };
  },

  async 'wiki.standards.create'(params, call) {
    const { librarySlug, categoryId, title, content: sent, slug, description, editSummary, tag_ids = [] } = params;
    await checkTags(node, tag_ids);
    const library = await libraries.bySlug(librarySlug);
    if (!library) throw unknownLibrary(librarySlug);
    const categories = await libraries.categoriesOf(library._id);
    const filedIn = categoryId ? categoryById(categories, categoryId) : undefined;
    const source = await composeSource(reader, call, sent, { title, description, category: filedIn?.slug });
    const category = source.category === '' ? null : categoryNamed(categories, source.category);

    const now = new Date();
    const shared = {
      title: source.title,
      description: source.description,
      category_id: category?._id ?? null,
      tag_ids: [...new Set(tag_ids)],
      created_by: call.person,
      created_at: now,
    };
    const pageId = randomUUID();
    const revision: RevisionRecord = {
      ...shared,
      _id: randomUUID(),
      page_id: pageId,
      revision_number: 1,
      content_hash: sha256Hex(source.content),
      edit_summary: editSummary,
      hidden: false,
    };
    const page: PageRecord = {
      ...shared,
      _id: pageId,
      library_id: library._id,
      slug: chooseSlug(slug, source.title),
      archived: false,
      current_revision: { id: revision._id, revision_number: 1 },
      current_edition: null,
      revisions: 1,
      editions: 0,
      search_text: foldForSearch(source.title, source.description),
      updated_at: now,
    };
    return inTransaction(connection, async (session) => {
      await pages.add(page, revision, source.content, session);
      const details = { library: librarySlug, slug: page.slug, revision: { id: revision._id } };
      const note = { resource: { type: 'wiki_standard', id: pageId }, details };
      return call.conclude(session, note, presentPage(page, library, categories, source.content));
    });
  },

  async 'wiki.revisions.list'({ limit, offset }, _call, { page, moderates }) {
    const { rows, total } = await pages.revisions(page._id, { withHidden: moderates, limit, offset });
    return { revisions: rows.map(presentRevision), total, limit, offset };
  },

  async 'wiki.revisions.get'({ revId }, _call, { page, moderates }) {
    const revision = await pages.revision(page._id, revId);
    if (!revision || (revision.hidden && !moderates)) throw notFound();
    return { ...presentRevision(revision), content: await pages.textOf(revision._id) };
  },
});

function categoryById(categories: readonly CategoryRecord[], id: string): CategoryRecord {
  const category = categories.find(({ _id }) => _id === id);
  if (!category) throw unknownCategory('categoryId', 'categoryId names no category of this library.');
  return category;
}

function categoryNamed(categories: readonly CategoryRecord[], named: string): CategoryRecord {
  const found = findCategory(categories, named);
  if (typeof found === 'string') throw unknownCategory('content', found);
  return found;
}

const unknownCategory = (path: string, message: string): Error =>
  fail('UNKNOWN_CATEGORY', message, { errors: [{ path, message }] });
