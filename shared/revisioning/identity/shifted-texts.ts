/**
 * Finds clauses that kept their identity but whose text is not theirs: another clause had it, theirs went to another, or the
 * two have little in common. It happens when a clause is inserted in a text without identities. Also the warnings about them.
 */
import { isBelow } from '../outline/address.ts';
import type { Element, Outline } from '../outline/outline.ts';
import type { OutlineProblem } from '../outline/outline-problem.ts';
import type { SubmittedElement } from './follow-texts.ts';
import { TextLikeness, textOf as wordingOf } from './text-likeness.ts';

export const TEXT_OF_ANOTHER_CLAUSE = 'text_of_another_clause';
const MAX_LISTED = 20;
/** Likeness below which two wordings have little that is particular in common. */
const UNLIKE = 0.4;
/** The same where their headings have no word in common. */
const UNLIKE_UNDER_OTHER_HEADING = 0.6;

/** A clause with another text than before. */
interface ShiftedText {
  before: Element;
  now: Element;
  /** The clause of `base` that had the text which stands here now; null where none had it. */
  owner: Element | null;
  /** The clause of `after` that has the text which stood here; null where none has it. */
  successor: Element | null;
}

/**
 * The clauses of `after` whose text is not a new wording of theirs: another clause had it, or has what they had, or the
 * words have nothing particular in common with those before. By identity, in outline order.
 */
export function findShiftedTexts(base: Outline, after: Outline): Map<number, ShiftedText> {
  const before = new Map(base.elements.map((element) => [element.element_id, element]));
  const changed = after.elements.filter((element) => {
    const old = before.get(element.element_id);
    return old !== undefined && !isSameText(old, element);
  });
  const shifted = new Map<number, ShiftedText>();
  if (changed.length === 0) return shifted;
  const now = new Map(after.elements.map((element) => [element.element_id, element]));
  // The texts that came or went; the others, nearly all in a large standard, have no say.
  const texts = new Set(
    changed.flatMap(({ element_id, content }) => [content, before.get(element_id)?.content]),
  );
  const [owners, successors] = [base, after].map(({ elements }) =>
    Map.groupBy(
      elements.filter(({ content }) => texts.has(content)),
      ({ content }) => content,
    ),
  );
  const words = new TextLikeness(() => base.elements.map(wordingOf));
  for (const element of changed) {
    const { element_id, content } = element;
    const old = before.get(element_id);
    if (!old) continue;
    const [wording, newWording] = [wordingOf(old), wordingOf(element)];
    const [was, is] = [words.wordsOf(wording), words.wordsOf(newWording)];
    if (was.size === 0 || is.size === 0) continue;
    const owner = old.content === content ? null : onlyOne(owners?.get(content));
    const successor = old.content === content ? null : onlyOne(successors?.get(old.content));
    const row = {
      before: old,
      now: element,
      owner: owner && now.get(owner.element_id)?.content !== content ? owner : null,
      successor: successor && before.get(successor.element_id)?.content !== old.content ? successor : null,
    };
    if (!row.owner && !row.successor) {
      // One that has all words of the other overlaps it wholly, whatever the words weigh in this standard.
      if (hasAll(is, was) || hasAll(was, is)) continue;
      if (
        words.overlap(words.weigh(wording), words.weigh(newWording)) >=
        (hasOtherHeading(old, element, words) ? UNLIKE_UNDER_OTHER_HEADING : UNLIKE)
      )
        continue;
    }
    shifted.set(element_id, row);
  }
  return shifted;
}

const hasAll = (all: ReadonlySet<number>, words: ReadonlySet<number>): boolean =>
  words.size <= all.size && [...words].every((word) => all.has(word));

const isSameText = (one: Element, other: Element): boolean =>
  one === other || (one.content === other.content && one.toc_content === other.toc_content);

function hasOtherHeading(one: Element, other: Element, words: TextLikeness): boolean {
  const [left, right] = [one, other].map(({ toc_content }) => words.wordsOf(toc_content));
  return !!left?.size && !!right?.size && ![...left].some((word) => right.has(word));
}

/** A text that several clauses have, or none, belongs to no one. */
const onlyOne = (elements: readonly Element[] | undefined): Element | null => {
  const [element, another] = elements ?? [];
  return element && !another && element.content !== '' ? element : null;
};

/** What belongs to a clause and stays with it whatever its text becomes. */
export interface Attached {
  /** The addresses of the clauses below it. */
  clauses: string[];
  /** The labels of its fields. */
  fields: string[];
}

/** What hangs on clauses of an outline, by identity. */
export function attachedTo({ elements, fields }: Outline): (elementId: number) => Attached {
  const positions = new Map(elements.map(({ element_id }, at) => [element_id, at]));
  const fieldsOf = Map.groupBy(fields, ({ element_id }) => element_id);
  return (elementId) => {
    const at = positions.get(elementId);
    const clauses: string[] = [];
    const own = at === undefined ? undefined : elements[at];
    for (let below = (at ?? 0) + 1; own && below < elements.length; below += 1) {
      const address = elements[below]?.address ?? '';
      if (!isBelow(address, own.address)) break;
      clauses.push(address);
    }
    return { clauses, fields: (fieldsOf.get(elementId) ?? []).map(({ label }) => label) };
  };
}

/** A warning on a clause with what hangs on it and the text that stands there now. */
interface ShiftedTextWarning extends OutlineProblem {
  element_id: number;
  attached: Attached;
  text: string;
}

/**
 * Warnings on an accepted submission. A copy that follows this standard takes the text of a clause by identity, so its
 * own heading or fields would describe another requirement; so would recorded values of datasheets. First those on
 * which something hangs.
 * @param result the submission with its identities
 */
export function warnOfShiftedTexts(
  base: Outline,
  submitted: readonly SubmittedElement[],
  result: Outline,
): ShiftedTextWarning[] {
  const shifted = findShiftedTexts(base, result);
  if (shifted.size === 0) return [];
  const idAt = new Map(result.elements.map(({ address, element_id }) => [address, element_id]));
  const attached = attachedTo(result);
  const warnings = submitted.flatMap(({ element_id, address }, index): ShiftedTextWarning[] => {
    const id = idAt.get(address) ?? 0;
    const row = element_id == null ? shifted.get(id) : undefined;
    if (!row) return [];
    return [
      {
        path: `elements[${index}].element_id`,
        address,
        rule: TEXT_OF_ANOTHER_CLAUSE,
        message: `The clause has another text than before.${describeShift(row)} It has the identity of the clause that was at ${row.before.address}, because of its place, its heading or the clauses below it, with the history and what hangs on that; send the element_id of another clause where it is that one`,
        element_id: id,
        attached: attached(id),
        text: textOf(row.now),
      },
    ];
  });
  const weight = ({ attached: { clauses, fields } }: ShiftedTextWarning) =>
    Math.sign(clauses.length + fields.length);
  return warnings.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_LISTED);
}

/**
 * Where the text came from and where the one before is now, as sentences after one that says that it is another; each
 * begins with a blank, and there is none where nothing is known.
 */
export function describeShift({ owner, successor }: ShiftedText): string {
  const from = owner ? ` The text was that of ${owner.address}.` : '';
  return successor ? `${from} What stood here before is at ${successor.address} now.` : from;
}

/** Heading and text of a clause. */
export const textOf = ({ toc_content, content }: Element): string =>
  [toc_content, content].filter((part) => part !== '').join('\n');
