/**
 * Handler of the endpoint `standards.validateMarkdown`: the problems of markup, without saving it, references that lead
 * nowhere, and a comparison of its addresses with those of a standard.
 */
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { notFound, permissionDenied, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { ExistingClause } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { MarkupFault } from '../../../shared/markup/markup-rules.ts';
import {
  askForPages,
  findUnresolved,
  type ReferenceTarget,
  UNRESOLVED_RULE,
} from '../../../shared/markup/reference-targets.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import { WITHHELD_TEXT } from '../../../shared/revisioning/outline/withheld-text.ts';
import type { StandardsService } from '../open-standards.ts';
import type { ElementView } from '../revision/present-clauses.ts';
import { canReadRevision, findReadableStandard } from '../standard/access.ts';
import { assertMarkupLength } from '../submission-errors.ts';
import { findOpenWithHead } from '../working-copy/current-working-copy.ts';
import { presentOpenWorkingCopy } from '../working-copy/present.ts';

type MarkdownContracts = Pick<typeof standardEditEndpoints, 'standards.validateMarkdown'>;

const MAX_WARNINGS = 100;

export const markdownActions = (service: StandardsService): Handlers<MarkdownContracts, NoResources> => {
  const { standards, revisions, contents, workingCopies, workingCopyHolds, findHeldClauses, reader } =
    service;

  /**
   * The clauses that a save would replace, as the caller may read them, and whether a working copy is open.
   * @throws NOT_FOUND, PERMISSION_DENIED
   */
  async function loadExisting(
    standardId: number,
    ctx: RequestContext,
  ): Promise<{ clauses: readonly ExistingClause[]; hasOpenDraft: boolean; mayReadText: boolean }> {
    const loaded = await findReadableStandard(standardId, standards, ctx);
    if (!loaded) throw notFound();
    const { value: standard, subject } = loaded;
    if (!ctx.isAllowed('standard:read', subject)) throw permissionDenied(['standard:read']);
    // Access only through a project shows no working copy.
    const { open, standard: head } =
      standard.readableIds === null
        ? await findOpenWithHead({ workingCopies, standards }, standardId)
        : { open: null, standard };
    const current =
      standard.current_revision && (await revisions.findWithHolds(standard.current_revision.id, standard));
    const seesDraft = open !== null && ctx.isAllowed('standard:view_drafts', subject);
    const hasOpenDraft = open !== null;
    if (seesDraft && head) {
      const draft = await presentOpenWorkingCopy(open, { standard: head, ctx, holds: workingCopyHolds });
      return { clauses: draft.elements, hasOpenDraft, mayReadText: true };
    }
    if (!current) return { clauses: [], hasOpenDraft, mayReadText: true };
    const content = await contents.get(current.content_id);
    const mayReadText = canReadRevision(standard, current._id);
    const clauses = mayReadText
      ? content.present(findHeldClauses(current))
      : content.places.map((place) => ({ ...place, ...WITHHELD_TEXT }));
    return { clauses, hasOpenDraft, mayReadText };
  }

  return {
    async 'standards.validateMarkdown'({ markdown, standardId }, ctx) {
      assertMarkupLength(markdown);
      const existing =
        standardId === undefined || standardId === null ? null : await loadExisting(standardId, ctx);
      const { comparison, identities, references, ...report } = await reader.report(
        markdown,
        existing?.clauses.map(toExistingClause) ?? null,
        ctx,
      );
      const warnings = [...report.warnings, ...(await findReferenceWarnings(references, ctx))];
      return {
        ...report,
        warnings: warnings.toSorted((a, b) => a.line - b.line).slice(0, MAX_WARNINGS),
        ...(comparison && existing ? { comparison, hasOpenDraft: existing.hasOpenDraft } : {}),
        ...(identities && existing?.mayReadText ? { identities } : {}),
      };
    },
  };
};

/** A clause with its printed number, which is an attribute in views. */
const toExistingClause = ({
  attributes,
  ...clause
}: ExistingClause & { attributes?: ElementView['attributes'] }): ExistingClause => ({
  ...clause,
  ...labelMember(attributes?.label),
});

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
