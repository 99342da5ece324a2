/**
 * Content, hash and record of an edition from a revision of its page, for direct adoptions and proposals; an
 * archived page and a hidden revision are refused. Nothing is written here.
 */
import { randomUUID } from 'node:crypto';
import { categoryPaths } from '../../../shared/category-trees/nesting.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Person, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type ElementContent, hashOutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import { assertAdoptable } from '../pages/page-state.ts';
import type { Pages } from '../pages/repository.ts';
import type { RevisionParser } from '../pages/revision-parser.ts';
import { buildEditionContent } from './edition-content.ts';
import type { EditionRecord } from './model.ts';

export interface PreparedEdition {
  revision: WikiRevisionRecord;
  elements: readonly ElementContent[];
  serializedContent: string;
  contentHash: string;
}

/**
 * The content of a revision as an edition has it.
 * @param revisionId default: the current revision
 * @throws ALREADY_ARCHIVED, NOT_FOUND, REVISION_HIDDEN, UNPARSEABLE_SOURCE
 */
export async function prepareEdition(
  pages: Pages,
  revisionParser: RevisionParser,
  page: PageRecord,
  revisionId: string | undefined,
  ctx: RequestContext,
): Promise<PreparedEdition> {
  assertAdoptable(page);
  const revision = await pages.revisions.findOfPage(page._id, revisionId ?? page.current_revision.id);
  if (!revision) throw notFound();
  assertNotHidden(revision);
  const markdown = await pages.loadText(revision._id);
  const stored = { id: revision._id, pageId: page._id, content: markdown };
  const content = buildEditionContent(markdown, await revisionParser.parse(stored, ctx.signal));
  return {
    revision,
    elements: content.elements,
    serializedContent: JSON.stringify(content),
    contentHash: hashOutlineContent(content),
  };
}

/** @throws REVISION_HIDDEN */
export function assertNotHidden({ hidden }: WikiRevisionRecord): void {
  if (hidden) throw apiError('REVISION_HIDDEN', 'The revision is hidden and cannot be adopted.');
}

/** The record of the edition after those that the page has. */
export async function buildEdition(
  libraries: WikiLibraries,
  page: PageRecord,
  { revision, contentHash }: PreparedEdition,
  { status, by, now }: { status: 'review' | 'published'; by: Person; now: Date },
): Promise<EditionRecord> {
  const paths = categoryPaths(await libraries.listCategories(page.library_id));
  return {
    _id: randomUUID(),
    page_id: page._id,
    revision_number: page.editions + 1,
    source_revision_id: revision._id,
    status,
    title: editionTitle(page, revision),
    description: revision.description,
    category_path: revision.category_id === null ? [] : (paths.get(revision.category_id) ?? []),
    tag_ids: revision.tag_ids,
    content_hash: contentHash,
    revoked_at: null,
    revoked_reason_code: null,
    adopted_by: by,
    adopted_at: now,
  };
}

/** A title reset counts for the current revision, whose text may still have the earlier title. */
export const editionTitle = (
  page: Pick<PageRecord, 'title' | 'current_revision'>,
  { _id, title }: Pick<WikiRevisionRecord, '_id' | 'title'>,
): string => (_id === page.current_revision.id ? page.title : title);
