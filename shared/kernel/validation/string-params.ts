/**
 * Validation and normal form of one string parameter, for `params.ts`: length in code points and format, such as time,
 * name, email, clause text. Also the messages for names and email addresses that do not match their pattern.
 */
import type { StringSchema, TextFormat } from '../../contracts/schema.ts';
import { findControlCharacter, hasLineBreak, unifyLineEndings } from '../../markup/lines.ts';
import { normaliseContent, normaliseHeading, normaliseLabel } from '../../markup/normalise.ts';
import { countCodePoints } from '../../text/code-points.ts';
import { hasVisibleCharacter, normaliseEmail } from '../../text/names-and-emails.ts';
import type { ErrorDetail } from '../errors/errors.ts';

/** Names and email addresses have messages of their own; the message of other patterns refers to help. */
export const patternMessages = ({ format }: StringSchema): { messages?: { stringPattern: string } } =>
  format === 'name' || format === 'email' ? { messages: { stringPattern: PATTERN_MESSAGES[format] } } : {};
const PATTERN_MESSAGES = {
  name: "'{field}' must not contain line breaks, other control characters or bidirectional formatting marks.",
  email:
    "'{field}' must be a single email address such as name@example.org, without white space, commas or angle brackets.",
} as const;

/** The text in the normal form of its format; its problems are added to `problems`. */
export function parseString(
  sent: string,
  schema: StringSchema,
  path: string,
  problems: ErrorDetail[],
): string {
  const { min = 0, max, trim, format } = schema;
  const trimmed = trim ? sent.trim() : sent;
  const value = format === undefined ? trimmed : normaliseFormat(trimmed, format, path, problems);
  // JSON bodies are well-formed; a form field in another charset or a tool on the bus may not be.
  if (!value.isWellFormed()) problems.push({ path, message: `'${path}' contains an unpaired surrogate.` });
  // There are at most as many code points as code units, and at least half as many: most strings need no
  // counting.
  const length =
    value.length <= (max ?? value.length) && value.length >= min * 2 ? value.length : countCodePoints(value);
  if (length < min)
    problems.push({
      path,
      message: min === 1 ? `'${path}' must not be empty.` : `'${path}' must have at least ${min} characters.`,
    });
  if (max !== undefined && length > max)
    problems.push({ path, message: `'${path}' must have at most ${max} characters.` });
  if (format === 'name' && length >= min && !hasVisibleCharacter(value))
    problems.push({ path, message: `'${path}' must contain at least one visible character.` });
  return value;
}

function normaliseFormat(sent: string, format: TextFormat, path: string, problems: ErrorDetail[]): string {
  if (format === 'time') {
    if (!isIsoTime(sent))
      problems.push({
        path,
        message: `'${path}' must be an ISO 8601 time with a time zone, such as 2030-12-31T23:59:59Z.`,
      });
    return sent;
  }
  if (format === 'name') return sent;
  if (format === 'email') return normaliseEmail(sent);
  const control = findControlCharacter(sent);
  if (control !== null)
    problems.push({
      path,
      message: `'${path}' contains ${control}. The only control characters allowed are tab and line breaks.`,
    });
  if (format === 'lines') return unifyLineEndings(sent);
  if (format === 'clause') return normaliseContent(sent);
  if (hasLineBreak(sent))
    problems.push({
      path,
      message: `'${path}' contains a line break. ${format === 'label' ? 'A label' : 'A heading'} must be a single line.`,
    });
  return format === 'label' ? normaliseLabel(sent) : normaliseHeading(sent);
}

const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

function isIsoTime(sent: string): boolean {
  const [, year, month, day] = ISO_TIME.exec(sent) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(sent))) return false;
  // Date rolls 31 February over into March.
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}
