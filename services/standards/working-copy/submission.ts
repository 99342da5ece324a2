/**
 * Reads and validates the content of a save in its three forms: elements, fields only, markup.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { ParseResult } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { normaliseTexts } from '../../../shared/markup/normalise.ts';
import type { Attached } from '../../../shared/revisioning/identity/shifted-texts.ts';
import type { SubmittedField } from '../../../shared/revisioning/outline/complete-field.ts';
import { kindOf } from '../../../shared/revisioning/outline/element-body.ts';
import { readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import { findFieldWarnings } from '../../../shared/revisioning/outline/field-warnings.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import {
  findOutlineProblems,
  toSubmittedCandidate,
} from '../../../shared/revisioning/outline/outline-rules.ts';
import { assertMarkupLength, rejectProblems } from '../submission-errors.ts';
import type { SubmittedClause } from './restore-withheld.ts';

export type SaveParams = ParamsOf<(typeof standardEditEndpoints)['standards.workingCopy.save']>;

/** A finding that does not reject the save. */
export interface SaveWarning {
  path?: string;
  line?: number;
  address: string | null;
  rule: string;
  message: string;
  /** Of `text_of_another_clause`: the clause, what hangs on it, and the text that stands there now. */
  element_id?: number;
  attached?: Attached;
  text?: string;
}

export type Submission =
  | {
      mode: 'replace';
      /** Withheld clauses still have their seal tokens. */
      elements: SubmittedClause[];
      /** Undefined: the clauses keep their fields. */
      fields: SubmittedField[] | undefined;
      warnings: SaveWarning[];
    }
  | {
      mode: 'patch';
      items: SubmittedField[];
      removals: { element_address: string; label: string }[];
    };

/**
 * Reads and validates the submission of a save.
 * @param mayUseMarkup false: markup is ignored
 * @throws ELEMENTS_REQUIRED, VALIDATION_ERROR, MARKUP_ERRORS, PAYLOAD_TOO_LARGE
 */
export async function readSubmission(
  params: SaveParams,
  mayUseMarkup: boolean,
  parse: MarkupParser,
): Promise<Submission> {
  const { elements, markdown, datasheetElementsOnly, removeDatasheetFields } = params;
  if (datasheetElementsOnly) {
    if (elements !== undefined)
      throw misplacedError('elements', 'Omit elements when datasheetElementsOnly is set.');
    if (markdown !== undefined && mayUseMarkup)
      throw misplacedError('markdown', 'Omit markdown when datasheetElementsOnly is set.');
    const items = (params.datasheetElements ?? []).map(readField);
    return { mode: 'patch', items, removals: removeDatasheetFields ?? [] };
  }
  if (removeDatasheetFields !== undefined) {
    throw misplacedError(
      'removeDatasheetFields',
      'removeDatasheetFields requires datasheetElementsOnly. In a full replace, omit the fields you want to delete.',
    );
  }
  if (markdown !== undefined && mayUseMarkup) {
    if (elements !== undefined) throw misplacedError('markdown', 'Send elements or markdown, not both.');
    if (params.datasheetElements !== undefined) {
      throw misplacedError(
        'datasheetElements',
        'The markup already contains the fields. Omit datasheetElements.',
      );
    }
    return readMarkup(markdown, parse);
  }
  if (elements === undefined) {
    const message =
      markdown === undefined
        ? `Send all elements of the standard${mayUseMarkup ? ', its text as markdown,' : ''} or datasheetElementsOnly with the fields that change.`
        : 'Only API keys and MCP clients can send markup. Send elements instead.';
    throw apiErrorAt('ELEMENTS_REQUIRED', 'elements', message);
  }
  return readElements(elements, params.datasheetElements);
}

function readElements(
  sent: NonNullable<SaveParams['elements']>,
  sentFields: SaveParams['datasheetElements'],
): Submission {
  const contradictory = sent.flatMap(({ attributes, address }, index) =>
    attributes?.inToc && attributes.isNote
      ? [
          {
            path: `elements[${index}].attributes`,
            address,
            message: 'An element cannot be both a section heading and a note.',
          },
        ]
      : [],
  );
  if (contradictory.length > 0) throw validationError(contradictory);
  const elements = sent.map(
    ({ element_id, address, content = '', toc_content = '', attributes, seal_token }) => ({
      element_id,
      address,
      kind: kindOf(attributes),
      toc_content,
      content,
      ...labelMember(attributes?.label),
      seal_token,
    }),
  );
  const fields = sentFields?.map(readField);
  const candidate = toSubmittedCandidate(elements, fields ?? []);
  rejectProblems(findOutlineProblems(candidate));
  return { mode: 'replace', elements, fields, warnings: findFieldWarnings(candidate.fields) };
}

async function readMarkup(markdown: string, parse: MarkupParser): Promise<Submission> {
  assertMarkupLength(markdown);
  const { elements, fields, errors, errorCount, warnings } = await parse(markdown);
  const [first] = errors;
  if (first)
    throw apiError('MARKUP_ERRORS', `Line ${first.line}: ${first.message}`, {
      errors,
      metadata: { errorCount },
    });
  return { mode: 'replace', elements, fields, warnings };
}

/** Parses markup within the quota of the caller. */
type MarkupParser = (markdown: string) => Promise<ParseResult>;

type FieldParams = NonNullable<SaveParams['datasheetElements']>[number];

/** @throws VALIDATION_ERROR for a default that is neither a literal nor a list of options */
function readField(sent: FieldParams, index: number): SubmittedField {
  const { default_value, id, ...field } = sent;
  const value = default_value === undefined ? undefined : readFieldValue(default_value);
  if (default_value !== undefined && value === undefined) {
    throw misplacedError(
      `datasheetElements[${index}].default_value`,
      'A default must be a string, a number, true, false, null or a list of options.',
    );
  }
  return {
    ...field,
    ...(id === null || id === undefined ? {} : { id }),
    default_value: value === undefined ? value : normaliseTexts(value),
  };
}

const misplacedError = (path: string, message: string): Error => validationError([{ path, message }]);
