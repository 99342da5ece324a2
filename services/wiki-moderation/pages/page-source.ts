/**
 * Validates the markdown of a new page and composes the stored source: it always has frontmatter, which
 * overrides the fields of the request (document 2, Wiki writes; decisions W1, W10). Also markup faults as
 * error details, for `revision-parser.ts`.
 */
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { MarkupReader, ReadRequester } from '../../../shared/kernel/markup-reader/markup-reader.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { countCodePoints } from '../../../shared/kernel/validation/string-params.ts';
import { type Frontmatter, readFrontmatter, writeFrontmatter } from '../../../shared/markup/frontmatter.ts';
import type { MarkupFault } from '../../../shared/markup/markup-rules.ts';
import { isName } from '../../../shared/text/names-and-emails.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_TITLE = 300;

/** The fields of a request besides the markdown. */
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
  if (text.length > MAX_CHARACTERS && countCodePoints(text) > MAX_CHARACTERS) {
    throw apiError('PAYLOAD_TOO_LARGE', `'content' may have at most ${MAX_CHARACTERS} characters.`);
  }
  const { frontmatter, errors, errorCount } = await reader.parse(text, requester);
  if (errorCount > 0) throw markupErrors(errors, errorCount);
  const title = collapseWhitespace(frontmatter?.title) || collapseWhitespace(fields.title);
  if (title === '') throw missingTitleError(frontmatter !== null);
  if (countCodePoints(title) > MAX_TITLE)
    throw markupError('title_too_long', `A title has at most ${MAX_TITLE} characters.`);
  if (!isName(title))
    throw markupError(
      'title_no_name',
      'A title needs at least one visible character and must not contain control or text-direction characters.',
    );
  const description = (frontmatter?.description ?? fields.description ?? '').trim();
  const category = frontmatter?.category?.trim() || fields.category || '';
  const content = completeFrontmatter(text, frontmatter, { title, description, category });
  return { content, title, description, category };
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

const collapseWhitespace = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

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
export const presentMarkupFaults = (faults: readonly MarkupFault[]): ErrorDetail[] =>
  faults
    .slice(0, MAX_FINDINGS)
    .map(({ line, address, rule, message }) => ({ path: 'content', line, address, rule, message }));

const markupError = (rule: string, message: string): Error =>
  apiError('MARKUP_ERRORS', message, {
    errors: [{ path: 'content', line: 1, address: null, rule, message }],
  });

const missingTitleError = (hasFrontmatter: boolean): Error => {
  const message = "The standard needs a title: send 'title' or set it in the frontmatter.";
  return hasFrontmatter
    ? markupError('title_missing', message)
    : validationError([{ path: 'title', message }]);
};
