/**
 * Errors for submitted markup and outlines: too long, too large, or with problems. Also the ids of a submission,
 * provisional ones for new clauses and fields. For saves, adopted editions and the markup check. Pure.
 */
import { apiError, type ErrorDetail } from '../../shared/kernel/errors/errors.ts';
import { validationError } from '../../shared/kernel/validation/params.ts';
import { MAX_MARKUP_CHARACTERS } from '../../shared/markup/markup-size.ts';
import { identifyOutline } from '../../shared/revisioning/identity/identify-outline.ts';
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import type { OutlineProblem } from '../../shared/revisioning/outline/outline-problem.ts';
import { MAX_OUTLINE_BYTES } from '../../shared/revisioning/outline/outline-size.ts';
import { isLongerThan } from '../../shared/text/code-points.ts';

/** @throws PAYLOAD_TOO_LARGE */
export function assertMarkupLength(markdown: string): void {
  if (!isLongerThan(markdown, MAX_MARKUP_CHARACTERS)) return;
  throw apiError('PAYLOAD_TOO_LARGE', `The markup may have at most ${MAX_MARKUP_CHARACTERS} characters.`, {
    metadata: { limit: MAX_MARKUP_CHARACTERS },
  });
}

/** @throws VALIDATION_ERROR listing the problems, each with its path */
export function rejectProblems(problems: readonly OutlineProblem[]): void {
  if (problems.length > 0) throw validationError([...problems]);
}

/** The problem of a submitted outline that is too large. @param path what was submitted */
export const outlineTooLarge = (path: string): ErrorDetail => ({
  path,
  message: `A standard has at most ${MAX_OUTLINE_BYTES / 1024 / 1024} MB of text and fields; split it into several standards.`,
});

/** Negative ids, until the real ones are allocated. */
export function provisionalIds(): () => number {
  let last = 0;
  return () => --last;
}

/**
 * The submitted outline with the identities of the base; new clauses and fields have provisional ones.
 * @param next provisional identities, where the submission has some already
 * @throws VALIDATION_ERROR
 */
export function assignIds(
  submitted: Pick<Parameters<typeof identifyOutline>[0], 'base' | 'elements' | 'fields' | 'followed'>,
  next = provisionalIds(),
): Outline {
  const { outline, problems } = identifyOutline({ ...submitted, nextElementId: next, nextFieldId: next });
  rejectProblems(problems);
  return outline;
}
