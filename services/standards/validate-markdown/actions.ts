/**
 * Handler of the endpoint `standards.validateMarkdown`: the problems of markup, without saving it, references that lead
 * nowhere, and a comparison of its addresses with those of a standard.
 */
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { notFound, permissionDenied, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { MarkupFault } from '../../../shared/markup/markup-rules.ts';
import {
  askForPages,
  findUnresolved,
  type ReferenceTarget,
  UNRESOLVED_RULE,
} from '../../../shared/markup/reference-targets.ts';
import type { StandardsService } from '../open-standards.ts';
import { findReadableStandard } from '../standard/access.ts';
import { assertMarkupLength } from '../submission-errors.ts';

type MarkdownContracts = Pick<typeof standardEditEndpoints, 'standards.validateMarkdown'>;

const MAX_WARNINGS = 100;

export const markdownActions = (service: StandardsService): Handlers<MarkdownContracts, NoResources> => {
  const { standards, revisions, contents, workingCopies, reader } = service;

  /**
   * The addresses a save would replace, and whether a working copy is open. @throws NOT_FOUND,
   * PERMISSION_DENIED
   */
  async function loadExistingAddresses(
    standardId: number,
    ctx: RequestContext,
  ): Promise<{ addresses: string[]; hasOpenDraft: boolean }> {
    const loaded = await findReadableStandard(standardId, standards, ctx);
    if (!loaded) throw notFound();
    const { value: standard, subject } = loaded;
    if (!ctx.isAllowed('standard:read', subject)) throw permissionDenied(['standard:read']);
    // Access only through a project shows no working copy.
    const open = standard.readableIds === null ? await workingCopies.findCurrent(standardId) : null;
    const current = standard.current_revision && (await revisions.find(standard.current_revision.id));
    const seesDraft = open !== null && ctx.isAllowed('standard:view_drafts', subject);
    const places = seesDraft
      ? open.state.outline.elements
      : current
        ? (await contents.get(current.content_id)).places
        : [];
    return { addresses: places.map(({ address }) => address), hasOpenDraft: open !== null };
  }

  return {
    async 'standards.validateMarkdown'({ markdown, standardId }, ctx) {
      assertMarkupLength(markdown);
      const existing =
        standardId === undefined || standardId === null ? null : await loadExistingAddresses(standardId, ctx);
      const addresses = existing?.addresses ?? null;
      const { comparison, references, ...report } = await reader.report(markdown, addresses, ctx);
      const warnings = [...report.warnings, ...(await findReferenceWarnings(references, ctx))];
      return {
        ...report,
        warnings: warnings.toSorted((a, b) => a.line - b.line).slice(0, MAX_WARNINGS),
        ...(comparison && existing ? { comparison, hasOpenDraft: existing.hasOpenDraft } : {}),
      };
    },
  };
};

/** One for each line. While the wiki does not answer, one that says so: the rest of a check needs no other service. */
async function findReferenceWarnings(
  references: readonly ReferenceTarget[],
  ctx: RequestContext,
): Promise<MarkupFault[]> {
  const [first] = references;
  if (!first) return [];
  try {
    const { pages } = await ctx.call('wiki.references.resolve', { addresses: askForPages(references) });
    return findUnresolved(references, pages).map((fault) => ({
      ...fault,
      address: null,
      rule: UNRESOLVED_RULE,
    }));
  } catch (error) {
    if (toErrorInfo(error).code !== 'SERVICE_UNAVAILABLE') throw error;
    const message = 'The references to wiki pages could not be checked. Try again in a few seconds.';
    return [{ line: first.lines[0] ?? 1, address: null, rule: 'reference_unchecked', message }];
  }
}
