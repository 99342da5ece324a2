/**
 * Warnings of a merge plan, which need no choice: content of the copy that stays with a clause whose text became that
 * of another, and clauses whose number depends on the choices.
 */
import {
  type Attached,
  attachedTo,
  describeShift,
  findShiftedTexts,
  TEXT_OF_ANOTHER_CLAUSE,
  textOf,
} from '../identity/shifted-texts.ts';
import { isSameWording, type MergeIndexes } from '../outline/clause.ts';
import type { Outline } from '../outline/outline.ts';
import { findTouchedClauses } from './merge-changes.ts';
import type { PlacesByChoice } from './places-by-choice.ts';

export const NUMBER_DEPENDS_ON_CHOICE = 'number_depends_on_choice';

export interface MergeWarning {
  element_id: number;
  /** The clauses whose text the warning mentions: it is left out where one of them is withheld. */
  mentioned: number[];
  /** In the source; of a number that depends on choices, after the merge with theirs. */
  address: string;
  rule: typeof TEXT_OF_ANOTHER_CLAUSE | typeof NUMBER_DEPENDS_ON_CHOICE;
  message: string;
  /** What the copy has on and below a clause with another text, and that text. */
  attached?: Attached;
  text?: string;
}

interface Sides {
  base: Outline;
  theirs: Outline;
  mine: Outline;
}

/** Clauses to which the source gave another text, where something of the copy would be left next to it. */
export function warnOfSourceTexts({ base, theirs, mine }: Sides, indexes: MergeIndexes): MergeWarning[] {
  const shifted = findShiftedTexts(base, theirs);
  if (shifted.size === 0) return [];
  const touched = findTouchedClauses(base.fields, mine.fields);
  const attachedInCopy = attachedTo(mine);
  return [...shifted].flatMap(([element_id, row]) => {
    const [before, my] = [indexes.base.get(element_id)?.element, indexes.mine.get(element_id)?.element];
    if (!before || !my) return [];
    const attached = attachedInCopy(element_id);
    const isChanged = !isSameWording(before, my) || touched.has(element_id);
    if (!isChanged && attached.clauses.length + attached.fields.length === 0) return [];
    const { owner, successor, now } = row;
    return [
      {
        element_id,
        mentioned: [element_id, owner?.element_id ?? element_id, successor?.element_id ?? element_id],
        address: now.address,
        rule: TEXT_OF_ANOTHER_CLAUSE,
        message: `The source gave the clause at ${before.address} another text.${describeShift(row)} What this copy wrote there, the clauses below it and its fields would stand beside that; compare both, and correct the working copy after the merge`,
        attached,
        text: textOf(now),
      },
    ];
  });
}

/** Clauses whose number the choices about conflicts decide. */
export const warnOfNumbers = ({ dependent }: PlacesByChoice): MergeWarning[] =>
  dependent.map(({ element_id, addresses }) => {
    const rows = (['theirs', 'mine', 'combine'] as const).flatMap((choice) =>
      addresses[choice] === null ? [] : [`${addresses[choice]} with ${choice}`],
    );
    return {
      element_id,
      mentioned: [],
      address: addresses.theirs ?? addresses.mine ?? addresses.combine ?? '',
      rule: NUMBER_DEPENDS_ON_CHOICE,
      message: `The choices about conflicts together decide the number of this clause: ${rows.join(', ')} for all of them`,
    };
  });
