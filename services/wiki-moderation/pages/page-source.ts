/**
 * The markdown of a new or edited page: checks it, and completes its frontmatter with the fields of the request.
 * Also the checks and errors of titles and of markup.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { MarkupReader, ReadRequester } from '../../../shared/kernel/markup-reader/markup-reader.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type Frontmatter, readFrontmatter, writeFrontmatter } from '../../../shared/markup/frontmatter.ts';
import type { MarkupFault } from '../../../shared/markup/markup-rules.ts';
import { isLongerThan } from '../../../shared/text/code-points.ts';
import { isName } from '../../../shared/text/names-and-emails.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_TITLE = 300;
/** A frontmatter has at most 8 KB, so at most as many lines. */
const MAX_FRONTMATTER_LINES = 10_000;

/** The fields of a request other than the markdown. */
interface SourceFields {
  title: string | undefined;
  description: string | undefined;
  /** The slug of the category, for a frontmatter without one. */
  category: string | undefined;
}

/** The stored text of a page, with the values of its frontmatter. */
interface PageSource {
  content: string;
  title: string;
  description: string;
  /** As written; empty for none. */
  category: string;
}

/**
 * The fields of an edit: content without frontmatter keeps those of the page; frontmatter replaces them all, so
 * that it must have a title.
 */
export const editedFields = (text: string, current: SourceFields): SourceFields =>
  readFrontmatter(text.split('\n', MAX_FRONTMATTER_LINES)).end === 0
    ? current
    : { title: undefined, description: undefined, category: undefined };

/** @throws PAYLOAD_TOO_LARGE over 1,000,000 characters */
export function assertContentLength(text: string): void {
  if (isLongerThan(text, MAX_CHARACTERS)) {
    throw apiError('PAYLOAD_TOO_LARGE', `'content' may have at most ${MAX_CHARACTERS} characters.`);
  }
}

/**
 * The source to store.
 * @throws PAYLOAD_TOO_LARGE over 1,000,000 characters; MARKUP_ERRORS with the first 100 findings;
 * VALIDATION_ERROR without any title
 */
export async function composePageSource(
  reader: MarkupReader,
  requester: ReadRequester,
  text: string,
  fields: SourceFields,
): Promise<PageSource> {
  assertContentLength(text);
  const { frontmatter, errors, errorCount } = await reader.parse(text, requester);
  if (errorCount > 0) throw markupErrors(errors, errorCount);
  const title = collapseWhitespace(frontmatter?.title) || collapseWhitespace(fields.title);
  if (title === '') throw missingTitleError(frontmatter !== null);
  const fault = findTitleFault(title);
  if (fault) throw markupError(fault.rule, fault.message);
  const description = (frontmatter?.description ?? fields.description ?? '').trim();
  const category = frontmatter?.category?.trim() || fields.category || '';
  const content = completeFrontmatter(text, frontmatter, { title, description, category });
  return { content, title, description, category };
}

/** The title of a stored text. @throws MARKUP_ERRORS `title_missing` for one of an older grammar without it */
export function readTitle(content: string): string {
  const { frontmatter } = readFrontmatter(content.split('\n', MAX_FRONTMATTER_LINES));
  const title = collapseWhitespace(frontmatter?.title);
  if (title === '') throw markupError('title_missing', 'The revision has no title in its frontmatter.');
  return title;
}

/** The fault of a title; null for a usable one. */
export function findTitleFault(title: string): { rule: string; message: string } | null {
  if (isLongerThan(title, MAX_TITLE))
    return { rule: 'title_too_long', message: `A title has at most ${MAX_TITLE} characters.` };
  if (isName(title)) return null;
  const message =
    'A title needs at least one visible character and must not contain control or text-direction characters.';
  return { rule: 'title_no_name', message };
}

/** Adds missing values to the frontmatter; a complete one is not rewritten. */
function completeFrontmatter(
  text: string,
  sent: Frontmatter | null,
  { title, description, category }: Omit<PageSource, 'content'>,
): string {
  const complete: Frontmatter = {
    ...sent,
    ...(collapseWhitespace(sent?.title) ? {} : { title }),
    ...(sent?.description === undefined && description !== '' ? { description } : {}),
    ...(sent?.category?.trim() || category === '' ? {} : { category }),
  };
  const unchanged =
    sent !== null &&
    Object.entries(complete).every(([key, value]) =>
      Object.entries(sent).some(([k, v]) => k === key && v === value),
    );
  if (unchanged) return text;
  const lines = text.split('\n');
  const body = sent === null ? lines : lines.slice(readFrontmatter(lines).end);
  const content = `${writeFrontmatter(complete)}${body[0]?.trim() === '' ? '' : '\n'}${body.join('\n')}`;
  // The added values may exceed a limit.
  const { errors } = readFrontmatter(content.split('\n'));
  if (errors.length > 0) throw markupErrors(errors);
  return content;
}

/** A title as it is stored: on one line. */
export const collapseWhitespace = (text: string | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

const MAX_FINDINGS = 100;

/** 422 with the first findings, by line. @param count of all findings */
const markupErrors = (faults: readonly MarkupFault[], count = faults.length): Error =>
  apiError(
    'MARKUP_ERRORS',
    `The content has ${count === 1 ? 'an error' : `${count} errors`}. ${faults[0]?.message ?? ''}`.trim(),
    {
      errors: presentMarkupFaults(faults),
    },
  );

/** Faults of markup as error details. */
export const presentMarkupFaults = (faults: readonly MarkupFault[]) =>
  faults
    .slice(0, MAX_FINDINGS)
    .map(({ line, address, rule, message }) => ({ path: 'content', line, address, rule, message }));

const markupError = (rule: string, message: string): Error =>
  apiError('MARKUP_ERRORS', message, {
    errors: [{ path: 'content', line: 1, address: null, rule, message }],
  });

export const TITLE_MISSING = "The standard needs a title: send 'title' or set it in the frontmatter.";

const missingTitleError = (hasFrontmatter: boolean): Error => {
  return hasFrontmatter
    ? markupError('title_missing', TITLE_MISSING)
    : validationError([{ path: 'title', message: TITLE_MISSING }]);
};
