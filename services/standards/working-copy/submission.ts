/** What a save submits, read from its three forms: elements, fields only, markup (working-copy save rules 1 to 5, 7). */
import type { Params } from '../../../shared/contracts/endpoint.ts';
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { ParseOutcome } from '../../../shared/kernel/markup-reader/reader-task.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { countCodePoints } from '../../../shared/kernel/texts.ts';
import { normaliseTexts } from '../../../shared/markup/normalise.ts';
import type { SubmittedField } from '../../../shared/revisioning/complete-field.ts';
import { findFieldWarnings } from '../../../shared/revisioning/field-legality.ts';
import { readFieldValue } from '../../../shared/revisioning/field-value.ts';
import type { SubmittedElement } from '../../../shared/revisioning/identity.ts';
import { findOutlineProblems, toSubmittedCandidate } from '../../../shared/revisioning/legality.ts';
import type { Problem } from '../../../shared/revisioning/problem.ts';
import { checkSeals } from './seals.ts';

export type SaveParams = Params<(typeof standardsEditing)['standards.workingCopy.save']>;

/** Accepted, but worth a look. */
export interface Warning {
  path?: string;
  line?: number;
  address: string | null;
  rule: string;
  message: string;
}

export type Submission =
  | {
      mode: 'replace';
      elements: SubmittedElement[];
      /** Left out: the fields stay with their clauses. */
      fields: SubmittedField[] | undefined;
      warnings: Warning[];
    }
  | { mode: 'patch'; items: SubmittedField[]; removals: { element_address: string; label: string }[]; warnings: Warning[] };

/** Longest markup, in characters (S22). */
export const MAX_MARKUP = 1_000_000;

/**
 * The submission of a save, legal in itself.
 * @param mayUseMarkup keys and MCP clients; everybody else's markup is ignored
 * @throws ELEMENTS_REQUIRED, VALIDATION_ERROR, MARKUP_ERRORS, PAYLOAD_TOO_LARGE, FOREIGN_SEAL_TOKEN
 */
export async function readSubmission(params: SaveParams, mayUseMarkup: boolean, read: ReadMarkup): Promise<Submission> {
  const { elements, markdown, datasheetElementsOnly, removeDatasheetFields } = params;
  if (datasheetElementsOnly) {
    if (elements !== undefined) throw misplaced('elements', 'With datasheetElementsOnly leave elements out.');
    if (markdown !== undefined && mayUseMarkup) throw misplaced('markdown', 'With datasheetElementsOnly leave markdown out.');
    const items = (params.datasheetElements ?? []).map(readField);
    return { mode: 'patch', items, removals: removeDatasheetFields ?? [], warnings: [] };
  }
  if (removeDatasheetFields !== undefined) {
    throw misplaced(
      'removeDatasheetFields',
      'removeDatasheetFields goes with datasheetElementsOnly; a full replace leaves out what is to go.',
    );
  }
  if (markdown !== undefined && mayUseMarkup) {
    if (elements !== undefined) throw misplaced('markdown', 'Send elements or markdown, not both.');
    if (params.datasheetElements !== undefined) {
      throw misplaced('datasheetElements', 'The markup holds the fields; leave datasheetElements out.');
    }
    return readMarkup(markdown, read);
  }
  if (elements === undefined) {
    const sentence =
      markdown === undefined
        ? 'Send all elements of the standard, or datasheetElementsOnly with the fields that change.'
        : 'Markup is for keys and MCP clients; send elements instead.';
    throw fail('ELEMENTS_REQUIRED', sentence, { errors: [{ path: 'elements', message: sentence }] });
  }
  return readElements(elements, params.datasheetElements);
}

function readElements(sent: NonNullable<SaveParams['elements']>, sentFields: SaveParams['datasheetElements']): Submission {
  const contradictory = sent.flatMap(({ attributes, address }, index) =>
    attributes?.inToc && attributes.isNote
      ? [{ path: `elements[${index}].attributes`, address, message: 'An element is a section heading or a note, not both.' }]
      : [],
  );
  if (contradictory.length > 0) throw invalid(contradictory);
  const elements = sent.map(({ element_id, address, content = '', toc_content = '', attributes }) => ({
    element_id,
    address,
    kind: attributes?.inToc ? ('section' as const) : attributes?.isNote ? ('note' as const) : ('clause' as const),
    toc_content,
    content,
  }));
  const fields = sentFields?.map(readField);
  const candidate = toSubmittedCandidate(elements, fields ?? []);
  refuse(findOutlineProblems(candidate));
  checkSeals(sent);
  return { mode: 'replace', elements, fields, warnings: findFieldWarnings(candidate.fields) };
}

async function readMarkup(markdown: string, read: ReadMarkup): Promise<Submission> {
  checkMarkupLength(markdown);
  const { elements, fields, errors, errorCount, warnings } = await read(markdown);
  const [first] = errors;
  if (first) throw fail('MARKUP_ERRORS', `Line ${first.line}: ${first.message}`, { errors, metadata: { errorCount } });
  checkSeals(elements);
  return { mode: 'replace', elements, fields, warnings };
}

/** @throws PAYLOAD_TOO_LARGE (R-222, S22) */
export function checkMarkupLength(markdown: string): void {
  if (markdown.length <= MAX_MARKUP || countCodePoints(markdown) <= MAX_MARKUP) return;
  throw fail('PAYLOAD_TOO_LARGE', `The markup may have at most ${MAX_MARKUP} characters.`, {
    metadata: { limit: MAX_MARKUP },
  });
}

/** @throws VALIDATION_ERROR listing the problems, each with its path */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid([...problems]);
}

/** How markup is read, for this caller. */
export type ReadMarkup = (markdown: string) => Promise<ParseOutcome>;

type SentField = NonNullable<SaveParams['datasheetElements']>[number];

/** @throws VALIDATION_ERROR for a default that is no literal and no list of options */
function readField(sent: SentField, index: number): SubmittedField {
  const { default_value, id, ...field } = sent;
  const value = default_value === undefined ? undefined : readFieldValue(default_value);
  if (default_value !== undefined && value === undefined) {
    throw misplaced(
      `datasheetElements[${index}].default_value`,
      'A default is a text, a number, true, false, null or a list of options.',
    );
  }
  return {
    ...field,
    ...(id === null || id === undefined ? {} : { id }),
    default_value: value === undefined ? value : normaliseTexts(value),
  };
}

const misplaced = (path: string, message: string): Error => invalid([{ path, message }]);
