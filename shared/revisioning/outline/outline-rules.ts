/**
 * Check of an outline of elements and fields, submitted or stored: the list of its faults, empty when it is
 * valid. Also the limits of elements and of characters in one.
 */
import { isLongerThan } from '../../text/code-points.ts';
import { depthOf, isAddress, MAX_LEVEL_NUMBER, MAX_LEVELS, parentOf } from './address.ts';
import { completeField, type SubmittedField } from './complete-field.ts';
import { type FieldContent, fieldContent } from './content-hash.ts';
import { findFieldProblems } from './field-rules.ts';
import type { OutlineProblem } from './outline-problem.ts';

export const MAX_ELEMENTS = 10_000;

/** Maximum characters (code points) of the text, and of the heading, of one element. */
export const MAX_ELEMENT_CHARACTERS = 100_000;

/** Maximum characters (code points) of a printed number. */
export const MAX_ELEMENT_LABEL_CHARACTERS = 60;

interface OutlineCandidate {
  elements: readonly ElementCandidate[];
  fields: readonly FieldContent[];
}

interface ElementCandidate {
  address: string;
  toc_content?: string;
  content?: string;
  label?: string;
}

/**
 * A submission in the shape that `findOutlineProblems` reads, in its own order so that paths point into it.
 */
export function toSubmittedCandidate(
  elements: readonly ElementCandidate[],
  fields: readonly SubmittedField[],
): OutlineCandidate {
  return {
    elements,
    fields: fields.map((field) => fieldContent(completeField(field, null), field.element_address)),
  };
}

/**
 * Every fault that makes the outline invalid, in the order of the submission; an empty list means valid.
 * Paths are `elements[i].…` and `datasheetElements[i].…`, as callers sent them.
 */
export function findOutlineProblems(candidate: OutlineCandidate): OutlineProblem[] {
  // One problem instead of a hundred thousand when the document is too long.
  if (candidate.elements.length > MAX_ELEMENTS) return [tooManyElements(candidate.elements.length)];
  const addresses = new Set(candidate.elements.map((element) => element.address));
  return [
    ...findAddressProblems(candidate.elements, addresses),
    ...findTextProblems(candidate.elements),
    ...findLabelProblems(candidate.elements),
    ...findFieldProblems(candidate.fields, addresses),
  ];
}

function tooManyElements(count: number): OutlineProblem {
  const message = `A standard has at most ${MAX_ELEMENTS} elements, this one has ${count}`;
  return { path: 'elements', address: null, rule: 'too_many_elements', message };
}

function findAddressProblems(
  elements: OutlineCandidate['elements'],
  present: ReadonlySet<string>,
): OutlineProblem[] {
  const problems: OutlineProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { address }] of elements.entries()) {
    const report = (rule: string, message: string) =>
      problems.push({ path: `elements[${index}].address`, address, rule, message });
    if (!isAddress(address)) {
      const fault = describeInvalidAddress(address);
      report(fault.rule, fault.message);
      continue;
    }
    if (seen.has(address)) report('duplicate_address', `Address ${address} is used twice`);
    seen.add(address);
    const parent = parentOf(address);
    if (parent === null || present.has(parent)) continue;
    const grandparent = parentOf(parent);
    if (grandparent !== null && !present.has(grandparent)) {
      report(
        'skipped_level',
        `Address ${address} skips levels: neither ${parent} nor ${grandparent} is present`,
      );
    } else {
      report('missing_parent', `Address ${address} needs its parent ${parent}`);
    }
  }
  return problems;
}

function findTextProblems(elements: OutlineCandidate['elements']): OutlineProblem[] {
  return elements.flatMap((element, index) =>
    (['toc_content', 'content'] as const).flatMap((member) => {
      if (!isTooLong(element[member])) return [];
      const message = `Element ${element.address} has more than ${MAX_ELEMENT_CHARACTERS} characters in its ${member === 'content' ? 'text' : 'heading'}; divide it`;
      return [
        { path: `elements[${index}].${member}`, address: element.address, rule: 'text_too_long', message },
      ];
    }),
  );
}

const findLabelProblems = (elements: OutlineCandidate['elements']): OutlineProblem[] =>
  elements.flatMap(({ address, label = '' }, index) => {
    if (!isLongerThan(label, MAX_ELEMENT_LABEL_CHARACTERS)) return [];
    const message = `The printed number of element ${address} has more than ${MAX_ELEMENT_LABEL_CHARACTERS} characters; what is no number belongs into its heading`;
    return [{ path: `elements[${index}].attributes.label`, address, rule: 'label_too_long', message }];
  });

/** Whether a text is too long for one element. Most are short enough to need no counting. */
export const isTooLong = (text = ''): boolean =>
  text.length > MAX_ELEMENT_CHARACTERS && [...text].length > MAX_ELEMENT_CHARACTERS;

function describeInvalidAddress(address: string): { rule: string; message: string } {
  const shown = address.length > 60 ? `${address.slice(0, 60)}…` : address;
  if (/^\d+(\.\d+)*$/.test(address)) {
    if (depthOf(address) > MAX_LEVELS) {
      return { rule: 'too_deep', message: `Address ${shown} has more than ${MAX_LEVELS} levels` };
    }
    if (address.split('.').some((level) => Number(level) > MAX_LEVEL_NUMBER)) {
      return { rule: 'level_too_large', message: `Address ${shown} has a number above ${MAX_LEVEL_NUMBER}` };
    }
  }
  return {
    rule: 'bad_address',
    message: `Address ${JSON.stringify(shown)} is not a dot-separated numeric address such as 2.1.3 (numbers from 1 to ${MAX_LEVEL_NUMBER}, no leading zeros)`,
  };
}
