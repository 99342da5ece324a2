/** Writes the amendment between two outlines of a standard: the instructions that make the first the second. Pure. */
import { diffOutlines } from '../compare/diff-outlines.ts';
import { compareAddresses } from '../outline/address.ts';
import { isSameWording } from '../outline/clause.ts';
import { hashContent } from '../outline/content-hash.ts';
import type { Element, Outline } from '../outline/outline.ts';
import { amendFields } from './amend-fields.ts';
import { amendPlaces } from './amend-places.ts';
import { amendWords } from './amend-words.ts';
import type { Instruction } from './instructions.ts';

/** Characters that are compared by words; texts after that are substituted as a whole, so that the time is bounded. */
const MAX_COMPARED_CHARACTERS = 200_000;

/**
 * The instructions that make `from` `to`, none when both say the same: words, in the order of `from`, then what is deleted,
 * moved or renumbered, and inserted, then fields.
 * @param isWithheld whether the caller may not read the clause of this identity
 */
export function writeAmendment(
  from: Outline,
  to: Outline,
  isWithheld: (elementId: number) => boolean = () => false,
): Instruction[] {
  // Two clauses of other identity may say the same: nothing that a reader could amend.
  if (hasSameClauses(from, to) && hashContent(from) === hashContent(to)) return [];
  const { clauses } = diffOutlines(from, to);
  let compared = 0;

  function substitute(
    clause: string,
    part: 'text' | 'heading',
    before: string,
    after: string,
  ): Instruction[] {
    if (before === after) return [];
    compared += before.length + after.length;
    const changes = compared > MAX_COMPARED_CHARACTERS ? null : amendWords(before, after);
    const whole = [{ words: null, substitute: after }];
    return (changes ?? whole).map((change) => ({ action: 'substitute', clause, part, ...change }));
  }

  function rewrite(before: Element, after: Element): Instruction[] {
    if (isSameWording(before, after)) return [];
    const { address: clause, element_id } = before;
    if (isWithheld(element_id)) return [{ action: 'amend_withheld', clause }];
    return [
      ...substitute(clause, 'heading', before.toc_content, after.toc_content),
      ...substitute(clause, 'text', before.content, after.content),
      ...relabel(clause, before.label ?? null, after.label ?? null),
      ...(before.kind === after.kind ? [] : [{ action: 'kind' as const, clause, kind: after.kind }]),
    ];
  }

  function insert({ element_id, address: clause, kind, toc_content, content, label }: Element): Instruction {
    if (isWithheld(element_id)) return { action: 'insert_withheld', clause };
    const printed = label === undefined ? {} : { printed: label };
    return { action: 'insert', clause, kind, heading: toc_content, text: content, ...printed };
  }

  const kept = clauses.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  kept.sort((a, b) => compareAddresses(a.before.address, b.before.address));
  return [
    ...kept.flatMap(({ before, after }) => rewrite(before, after)),
    ...amendPlaces(from, to),
    ...clauses.flatMap(({ before, after }) => (after && !before ? [insert(after)] : [])),
    ...amendFields(from, to),
  ];
}

const relabel = (clause: string, before: string | null, printed: string | null): Instruction[] =>
  before === printed ? [] : [{ action: 'label', clause, before, printed }];

/** Whether the clauses say the same in the same places, whatever their identities. Cheaper than hashes where they do not. */
const hasSameClauses = ({ elements: before }: Outline, { elements: after }: Outline): boolean =>
  before.length === after.length &&
  before.every((element, index) => {
    const other = after[index];
    return other?.address === element.address && isSameWording(element, other);
  });
