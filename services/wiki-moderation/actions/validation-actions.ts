/** Handler that checks wiki markdown without saving it: findings, and the clauses that an edit would remove. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { wikiEditingEndpoints } from '../../../shared/contracts/wiki-moderation/editing.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { ParseResult } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  askForPages,
  findReferenceTargets,
  findUnresolved,
  type PageQuestion,
  UNRESOLVED_RULE,
} from '../../../shared/markup/reference-targets.ts';
import { unknownCategoryError } from '../libraries/errors.ts';
import { findCategory } from '../libraries/find-category.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { PageRecord } from '../pages/model.ts';
import {
  assertContentLength,
  collapseWhitespace,
  findTitleFault,
  TITLE_MISSING,
} from '../pages/page-source.ts';
import { findRemovedClauses } from '../validation/removed-clauses.ts';

type ValidationContracts = Pick<typeof wikiEditingEndpoints, 'wiki.standards.validate'>;
type ValidationResult = ResultOf<ValidationContracts['wiki.standards.validate']>;
type Finding = ValidationResult['findings'][number];

/** Findings of one kind that are returned. */
const MAX_FINDINGS = 100;

export const wikiValidationActions = (service: WikiService): Handlers<ValidationContracts, NoResources> => {
  const { access, libraries, pages, reader, revisionParser, referencedPages } = service;

  /** The page to be edited; null for none. @throws NOT_FOUND */
  async function findPage(standardId: string | undefined, ctx: RequestContext): Promise<PageRecord | null> {
    if (standardId === undefined) return null;
    const loaded = await access.findById(standardId, ctx);
    if (!loaded) throw notFound();
    return loaded.value.page;
  }

  /** The library of the page or of the category; null without either. @throws UNKNOWN_CATEGORY */
  async function findLibraryId(
    page: PageRecord | null,
    categoryId: string | undefined,
  ): Promise<string | null> {
    if (categoryId === undefined) return page?.library_id ?? null;
    const category = await libraries.findCategory(categoryId);
    if (!category) throw unknownCategoryError('categoryId', 'categoryId does not refer to a wiki category.');
    if (page && category.library_id !== page.library_id)
      throw unknownCategoryError('categoryId', 'categoryId is of another library than the standard.');
    return category.library_id;
  }

  /** Blocking: the category of the frontmatter is not in the library. */
  async function findCategoryFindings(libraryId: string, { frontmatter }: ParseResult): Promise<Finding[]> {
    const name = frontmatter?.category?.trim() ?? '';
    if (name === '') return [];
    const category = findCategory(await libraries.listCategories(libraryId), name);
    if (typeof category !== 'string') return [];
    return [
      { rule: 'category_unknown', severity: 'blocking', line: 1, field: 'category', message: category },
    ];
  }

  /** Advisory: references that name no published standard, or a clause that it does not have. */
  async function findReferenceFindings(
    content: string,
    page: PageRecord | null,
    markup: ParseResult,
    ctx: RequestContext,
  ): Promise<Finding[]> {
    const targets = findReferenceTargets(content);
    const known = await referencedPages.find(askForPages(targets), ctx.signal);
    // The page that is edited will have the clauses of this content, if it can be read.
    const edited = markup.errorCount === 0 ? page?._id : undefined;
    const addresses = markup.elements.map(({ address }) => address);
    const afterEdit = known.map(
      (one): PageQuestion => (one.id === edited ? { ...one, clauses: addresses } : one),
    );
    return findUnresolved(targets, afterEdit).map(({ line, message }) => ({
      rule: UNRESOLVED_RULE,
      severity: 'advisory',
      line,
      field: 'content',
      message,
    }));
  }

  return {
    async 'wiki.standards.validate'({ content, categoryId, standardId }, ctx) {
      assertContentLength(content);
      const page = await findPage(standardId, ctx);
      const libraryId = await findLibraryId(page, categoryId);
      const markup = await reader.parse(content, ctx);
      const lists = await Promise.all([
        findMarkupFindings(markup),
        findTitleFindings(markup, page),
        libraryId === null ? [] : findCategoryFindings(libraryId, markup),
        libraryId === null ? [] : findReferenceFindings(content, page, markup, ctx),
      ]);
      const all = lists.flat().toSorted((a, b) => a.line - b.line);
      const ofSeverity = (severity: Finding['severity']): Finding[] =>
        all.filter((finding) => finding.severity === severity).slice(0, MAX_FINDINGS);
      const blocking = ofSeverity('blocking');
      return {
        findings: [...blocking, ...ofSeverity('advisory')].toSorted((a, b) => a.line - b.line),
        hasBlocking: blocking.length > 0,
        ...(page ? { impact: await findImpact(page, markup, ctx) } : {}),
      };
    },
  };

  /** The clauses that an edit with this content would remove; null if it or the current text cannot be parsed. */
  async function findImpact(
    page: PageRecord,
    markup: ParseResult,
    ctx: RequestContext,
  ): Promise<ValidationResult['impact']> {
    if (markup.errorCount > 0) return null;
    const { id } = page.current_revision;
    const stored = { id, pageId: page._id, content: await pages.loadText(id) };
    const current = await revisionParser.parseOrFindErrors(stored, ctx.signal);
    if (current.errorCount > 0) return null;
    return { removedClauses: findRemovedClauses(current.elements, markup.elements) };
  }
};

/** The errors of the markup, which are blocking, and its warnings, which are advisory. */
const findMarkupFindings = ({ errors, warnings }: ParseResult): Finding[] =>
  [
    ...errors.map((fault) => ({ ...fault, severity: 'blocking' as const })),
    ...warnings.map((fault) => ({ ...fault, severity: 'advisory' as const })),
  ].map(({ rule, severity, line, message }) => ({ rule, severity, line, field: 'content', message }));

/**
 * An unusable title blocks. A missing one blocks an edit with frontmatter; a create may send it as a
 * parameter, an edit without frontmatter keeps that of the page.
 */
function findTitleFindings({ frontmatter, errorCount }: ParseResult, page: PageRecord | null): Finding[] {
  const title = collapseWhitespace(frontmatter?.title);
  const at = { line: 1, field: 'title' } as const;
  if (title !== '') {
    const fault = findTitleFault(title);
    return fault ? [{ ...at, ...fault, severity: 'blocking' }] : [];
  }
  // A frontmatter that cannot be read has errors of its own.
  if (errorCount > 0 && frontmatter === null) return [];
  if (page && frontmatter === null) return [];
  const severity = page ? 'blocking' : 'advisory';
  return [{ ...at, rule: 'title_missing', severity, message: TITLE_MISSING }];
}
