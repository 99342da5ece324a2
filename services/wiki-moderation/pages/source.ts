/**
 * From what a contributor sends to the markdown that is stored: every stored revision has frontmatter, and what stands in it wins over
 * the fields of the request (document 2, Wiki writes; decisions W1, W10).
 */
import { fail, type Problem } from '../../../shared/kernel/errors.ts';
import type { MarkupReader, Requester } from '../../../shared/kernel/markup-reader/reader.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { countCodePoints } from '../../../shared/kernel/texts.ts';
import { type Frontmatter, readFrontmatter, writeFrontmatter } from '../../../shared/markup/frontmatter.ts';
import type { MarkupFault } from '../../../shared/markup/rules.ts';
import { isName } from '../../../shared/names.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_TITLE = 300;

/** What the request says beside the markdown. */
export interface SourceFields {
  title: string | undefined;
  description: string | undefined;
  /** The slug of the category, written into a frontmatter that names none. */
  category: string | undefined;
}

/** A page's text as it is stored, with what its frontmatter says. */
export interface PageSource {
  content: string;
  title: string;
  description: string;
  /** As written; empty for none. */
  category: string;
}

/**
 * The source to store.
 * @throws PAYLOAD_TOO_LARGE over 1,000,000 characters; MARKUP_ERRORS with every finding; VALIDATION_ERROR without any title
 */
export async function composeSource(
  reader: MarkupReader,
  requester: Requester,
  text: string,
  fields: SourceFields,
): Promise<PageSource> {
  if (text.length > MAX_CHARACTERS && countCodePoints(text) > MAX_CHARACTERS) {
    throw fail('PAYLOAD_TOO_LARGE', `'content' may have at most ${MAX_CHARACTERS} characters.`);
  }
  const { frontmatter, errors, errorCount } = await reader.parse(text, requester);
  if (errorCount > 0) throw markupErrors(errors, errorCount);
  const title = oneLine(frontmatter?.title) || oneLine(fields.title);
  if (title === '') throw titleMissing(frontmatter !== null);
  if (countCodePoints(title) > MAX_TITLE) throw finding('title_too_long', `A title has at most ${MAX_TITLE} characters.`);
  if (!isName(title))
    throw finding(
      'title_no_name',
      'A title needs a visible character, no control characters and no marks that turn its direction.',
    );
  const description = (frontmatter?.description ?? fields.description ?? '').trim();
  const category = frontmatter?.category?.trim() || fields.category || '';
  const content = withFrontmatter(text, frontmatter, { title, description, category });
  return { content, title, description, category };
}

/** Leaves a frontmatter that says everything as it was written; else writes one that does. */
function withFrontmatter(
  text: string,
  sent: Frontmatter | null,
  { title, description, category }: Omit<PageSource, 'content'>,
): string {
  const complete: Frontmatter = {
    ...sent,
    ...(oneLine(sent?.title) ? {} : { title }),
    ...(sent?.description === undefined && description !== '' ? { description } : {}),
    ...(sent?.category?.trim() || category === '' ? {} : { category }),
  };
  const unchanged =
    sent !== null &&
    Object.entries(complete).every(([key, value]) => Object.entries(sent).some(([k, v]) => k === key && v === value));
  if (unchanged) return text;
  const lines = text.split('\n');
  const body = sent === null ? lines : lines.slice(readFrontmatter(lines).end);
  const content = `${writeFrontmatter(complete)}${body[0]?.trim() === '' ? '' : '\n'}${body.join('\n')}`;
  // What was added may be what makes it too long.
  const { errors } = readFrontmatter(content.split('\n'));
  if (errors.length > 0) throw markupErrors(errors);
  return content;
}

const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const MAX_FINDINGS = 100;

/** 422 with the findings, by line of the whole content as it was sent. */
/** @param count of all errors, of which the first are listed */
const markupErrors = (faults: readonly MarkupFault[], count = faults.length): Error =>
  fail('MARKUP_ERRORS', `The content has ${count === 1 ? 'an error' : `${count} errors`}. ${faults[0]?.message ?? ''}`.trim(), {
    errors: toProblems(faults),
  });

/** Faults of markup as problems of a 422, by line. */
export const toProblems = (faults: readonly MarkupFault[]): Problem[] =>
  faults.slice(0, MAX_FINDINGS).map(({ line, address, rule, message }) => ({ path: 'content', line, address, rule, message }));

const finding = (rule: string, message: string): Error =>
  fail('MARKUP_ERRORS', message, { errors: [{ path: 'content', line: 1, address: null, rule, message }] });

const titleMissing = (hasFrontmatter: boolean): Error => {
  const message = "The standard needs a title: send 'title', or write it into the frontmatter.";
  return hasFrontmatter ? finding('title_missing', message) : invalid([{ path: 'title', message }]);
};
