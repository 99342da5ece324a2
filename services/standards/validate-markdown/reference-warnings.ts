/**
 * Warnings about references of a text to wiki pages that are not published, and to clauses that such a page does not
 * have.
 */
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { MarkupFault } from '../../../shared/markup/markup-rules.ts';
import {
  askForPages,
  findUnresolved,
  type ReferenceTarget,
  UNRESOLVED_RULE,
} from '../../../shared/markup/reference-targets.ts';

/** One for each line. While the wiki does not answer, one that says so: the rest of a check needs no other service. */
export async function findReferenceWarnings(
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
