/** Rules on submitted outlines and markup, the same for working copies, editions and the markup check. */
import { apiError, type ErrorDetail } from '../../shared/kernel/errors/errors.ts';
import { validationError } from '../../shared/kernel/validation/params.ts';
import { countCodePoints } from '../../shared/kernel/validation/string-params.ts';
import { identifyOutline } from '../../shared/revisioning/identify-outline.ts';
import type { Outline } from '../../shared/revisioning/outline.ts';
import type { OutlineProblem } from '../../shared/revisioning/outline-problem.ts';

/** Longest markup, in characters (S22). */
const MAX_MARKUP_CHARACTERS = 1_000_000;

/** @throws PAYLOAD_TOO_LARGE (R-222, S22) */
export function assertMarkupLength(markdown: string): void {
  if (markdown.length <= MAX_MARKUP_CHARACTERS || countCodePoints(markdown) <= MAX_MARKUP_CHARACTERS) return;
  throw apiError('PAYLOAD_TOO_LARGE', `The markup may have at most ${MAX_MARKUP_CHARACTERS} characters.`, {
    metadata: { limit: MAX_MARKUP_CHARACTERS },
  });
}

/** @throws VALIDATION_ERROR listing the problems, each with its path */
export function rejectProblems(problems: readonly OutlineProblem[]): void {
  if (problems.length > 0) throw validationError([...problems]);
}

/**
 * Most bytes of an outline as JSON. Whatever its text is, a record of it stays below the 16 MB of a MongoDB
 * document, and a response with it below the 8 MB of a NATS message (finding 3), because both are compressed.
 */
const MAX_OUTLINE_BYTES = 8 * 1024 * 1024;
/** A code unit has at most three bytes in UTF-8; in JSON those that are escaped have two. */
const BYTES_PER_CODE_UNIT = 3;
/** Of the JSON of an element beside its texts, at most. */
const MEMBER_BYTES = 250;

/** Whether an outline, merged or submitted, is too large to be stored (S23). */
export function isOutlineTooLarge({ elements, fields }: Outline): boolean {
  let codeUnits = fields.length === 0 ? 0 : JSON.stringify(fields).length;
  for (const { content, toc_content } of elements) codeUnits += content.length + toc_content.length;
  // Nearly every outline is far from it.
  if (codeUnits * BYTES_PER_CODE_UNIT + elements.length * MEMBER_BYTES <= MAX_OUTLINE_BYTES) return false;
  return Buffer.byteLength(JSON.stringify({ elements, fields })) > MAX_OUTLINE_BYTES;
}

/** The problem of a submitted outline that is too large. @param path what was submitted */
export const outlineTooLarge = (path: string): ErrorDetail => ({
  path,
  message: `A standard has at most ${MAX_OUTLINE_BYTES / 1024 / 1024} MB of text and fields; divide this one.`,
});

/** New identities below zero, until the real ones are allocated. */
export function provisionalIds(): () => number {
  let last = 0;
  return () => --last;
}

/**
 * The submitted outline with the identities of the base; new clauses and fields have provisional ones.
 * @throws VALIDATION_ERROR
 */
export function identifySubmitted(
  submitted: Pick<Parameters<typeof identifyOutline>[0], 'base' | 'elements' | 'fields'>,
): Outline {
  const next = provisionalIds();
  const { outline, problems } = identifyOutline({ ...submitted, nextElementId: next, nextFieldId: next });
  rejectProblems(problems);
  return outline;
}
