/** What a save makes of the working copy: the outline it leaves, or why it cannot (rules 1, 2, 6; decisions S16, S26). Pure. */
import { fail } from '../../../shared/kernel/errors.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { diffOutlines } from '../../../shared/revisioning/diff.ts';
import { identifyOutline } from '../../../shared/revisioning/identity.ts';
import { type MergedChange, mergeOutlines } from '../../../shared/revisioning/merge-outline.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';
import { patchFields } from '../../../shared/revisioning/patch-fields.ts';
import { mergeConflict, staleConflict } from './conflicts.ts';
import { type Draft, mergeKeyOf } from './draft.ts';
import { findDiffering } from './edits.ts';
import type { WorkingCopyRecord } from './model.ts';
import { refuse, type SaveParams, type Submission } from './submission.ts';

type Choice = NonNullable<SaveParams['resolvedConflicts']>[number];

export interface SaveCase {
  copy: WorkingCopyRecord;
  /** The working copy now. */
  current: Draft;
  /** As the editor read it; the current one when no `baseVersion` was sent. Null: unknown, or so old that it is not kept. */
  base: Draft | null;
  isStale: boolean;
  submission: Submission;
  confirmReplace: boolean;
  baseElements: SaveParams['baseElements'];
  choices: readonly Choice[];
  /** The working copy at `conflictVersion`; undefined: none was sent, null: unknown. */
  answered: Draft | null | undefined;
}

export interface Decision {
  /** New clauses and fields bear provisional identities below zero. */
  outline: Outline;
  /** Whether it differs from the working copy now. */
  changed: boolean;
  merged: boolean;
  changes: MergedChange[];
}

/** @throws EDIT_CONFLICT, CONFIRM_REPLACE_REQUIRED, VALIDATION_ERROR */
export function decideSave(save: SaveCase): Decision {
  const { copy, current, base, isStale, submission, baseElements } = save;
  // What cannot be compared with its base, and what a merge is not asked or made for, is refused as it is.
  if (base === null) throw staleConflict(copy);
  if (isStale && (baseElements === undefined || submission.mode === 'patch')) throw staleConflict(copy);
  if (baseElements !== undefined) checkBaseElements(baseElements, base.outline);
  const mine = readMine(submission, base.outline, save.confirmReplace);
  if (!isStale) return { outline: mine, changed: isChanged(current.outline, mine), merged: false, changes: [] };
  const merge = mergeOutlines({
    base: base.outline,
    theirs: current.outline,
    mine,
    resolutions: new Map(standingChoices(save).map(({ elementId, choice }) => [elementId, choice])),
  });
  if (!merge.outline) throw mergeConflict(copy, current, merge);
  return { outline: merge.outline, changed: isChanged(current.outline, merge.outline), merged: true, changes: merge.changes };
}

/** What the editor wants to store, tied to what it read. */
function readMine(submission: Submission, base: Outline, confirmReplace: boolean): Outline {
  let provisional = 0;
  const next = () => --provisional;
  if (submission.mode === 'patch') {
    const { items, removals } = submission;
    const { outline, problems } = patchFields({ base, items, removals, nextFieldId: next });
    refuse(problems);
    return outline;
  }
  const { elements, fields } = submission;
  const { outline, problems } = identifyOutline({ base, elements, fields, nextElementId: next, nextFieldId: next });
  refuse(problems);
  checkReplacement(elements.length, base.elements.length, confirmReplace);
  return outline;
}

/** @throws CONFIRM_REPLACE_REQUIRED under half of the clauses (rule 1, S5) */
function checkReplacement(newCount: number, existingCount: number, confirmed: boolean): void {
  if (confirmed || newCount >= existingCount / 2) return;
  throw fail(
    'CONFIRM_REPLACE_REQUIRED',
    `This would leave ${newCount} of ${existingCount} elements. Send every element, or confirmReplace: true if the others are to go.`,
    { metadata: { newCount, existingCount } },
  );
}

/** What is claimed to have been read must be what stood at `baseVersion` (H11). */
function checkBaseElements(claimed: NonNullable<SaveParams['baseElements']>, base: Outline): void {
  const elements = new Map(base.elements.map((element) => [element.element_id, element]));
  const problems = claimed.flatMap(({ elementId, address, hash }, index) => {
    const element = elements.get(elementId);
    if (element && element.address === address && mergeKeyOf(element) === hash) return [];
    return [
      {
        path: `baseElements[${index}]`,
        message: `Element ${elementId} did not stand so at baseVersion. Send baseElements as they were read with it.`,
      },
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** The choices that still answer what they were made for: a clause changed since `conflictVersion` is asked about again. */
function standingChoices({ choices, answered, current }: SaveCase): readonly Choice[] {
  if (answered === undefined || choices.length === 0) return choices;
  if (answered === null) return [];
  const newer = findDiffering(answered.outline, current.outline);
  return choices.filter(({ elementId }) => !newer.has(elementId));
}

function isChanged(from: Outline, to: Outline): boolean {
  const { clauses, fields } = diffOutlines(from, to);
  return clauses.length + fields.length > 0;
}
