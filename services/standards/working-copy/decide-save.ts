/**
 * Decision on a save: checks the submission, merges it with the current version if that has changed, and
 * returns the new outline or throws, e.g. the conflicts. It reads and writes nothing.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { diffOutlines } from '../../../shared/revisioning/compare/diff-outlines.ts';
import { type FollowTexts, toFollowTask } from '../../../shared/revisioning/identity/follow-texts.ts';
import { patchFields } from '../../../shared/revisioning/identity/patch-fields.ts';
import {
  type IdentityReport,
  reportIdentities,
} from '../../../shared/revisioning/identity/report-identities.ts';
import { warnOfShiftedTexts } from '../../../shared/revisioning/identity/shifted-texts.ts';
import type { MergedChange } from '../../../shared/revisioning/merge/merge-changes.ts';
import { mergeOutlines } from '../../../shared/revisioning/merge/merge-outline.ts';
import type { SubmittedField } from '../../../shared/revisioning/outline/complete-field.ts';
import { findOptionProblems } from '../../../shared/revisioning/outline/field-rules.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { toSubmittedCandidate } from '../../../shared/revisioning/outline/outline-rules.ts';
import { isOutlineTooLarge } from '../../../shared/revisioning/outline/outline-size.ts';
import { assignIds, outlineTooLarge, provisionalIds, rejectProblems } from '../submission-errors.ts';
import { findChangedClauses } from './clause-edits.ts';
import { mergeConflict, staleConflict } from './errors.ts';
import type { WorkingCopyRecord } from './model.ts';
import { restoreWithheld } from './restore-withheld.ts';
import type { SealTokens } from './seal-tokens.ts';
import type { SaveParams, SaveWarning, Submission } from './submission.ts';
import { mergeKeyOf, type WorkingCopyState } from './working-copy-state.ts';

type ConflictChoice = NonNullable<SaveParams['resolvedConflicts']>[number];

interface SaveInput {
  copy: WorkingCopyRecord;
  current: WorkingCopyState;
  /**
   * The state the editor read; the current one without `baseVersion`. Null: unknown, or too old to be stored.
   */
  base: WorkingCopyState | null;
  isStale: boolean;
  submission: Submission;
  /** The seal tokens of the base. */
  sealTokens: SealTokens;
  confirmReplace: boolean;
  baseElements: SaveParams['baseElements'];
  choices: readonly ConflictChoice[];
  /** The state at `conflictVersion`; undefined: not sent, null: unknown. */
  conflictState: WorkingCopyState | null | undefined;
  follow: FollowTexts;
}

export interface SaveDecision {
  /** New clauses and fields have provisional identities below zero. */
  outline: Outline;
  /** Whether it differs from the current state. */
  changed: boolean;
  merged: boolean;
  changes: MergedChange[];
  /** The withheld clauses that the submission replaces by other words. */
  retired: number[];
  /** What the author should review, by the path in the submission. */
  warnings: SaveWarning[];
  /** Where elements were sent without identity. */
  identities: IdentityReport | undefined;
}

const NO_WORDS = { toc_content: '', content: '', label: undefined };

const TOO_LARGE_MESSAGE =
  'With the changes of others the standard would have too much text. Nothing was saved. Read the working copy again and shorten it.';

/** @throws EDIT_CONFLICT, CONFIRM_REPLACE_REQUIRED, VALIDATION_ERROR, FOREIGN_SEAL_TOKEN, SEALED_CLAUSE */
export async function decideSave(save: SaveInput): Promise<SaveDecision> {
  const { copy, current, base, isStale, submission, baseElements } = save;
  // A merge needs the base, and baseElements as consent; patches are never merged.
  if (base === null) throw staleConflict(copy);
  if (isStale && (baseElements === undefined || submission.mode === 'patch')) throw staleConflict(copy);
  if (baseElements !== undefined) assertBaseElements(baseElements, base.outline, save.sealTokens);
  const identified = await identifySubmission(submission, base.outline, save);
  const { outline: mine } = identified;
  if (isOutlineTooLarge(mine))
    throw validationError([outlineTooLarge(submission.mode === 'patch' ? 'datasheetElements' : 'elements')]);
  if (!isStale)
    return { ...identified, changed: isChanged(current.outline, mine), merged: false, changes: [] };
  const merge = mergeOutlines({
    base: base.outline,
    theirs: current.outline,
    mine,
    resolutions: new Map(findValidChoices(save).map(({ elementId, choice }) => [elementId, choice])),
  });
  if (!merge.outline) throw mergeConflict(copy, current, merge);
  if (isOutlineTooLarge(merge.outline)) throw staleConflict(copy, TOO_LARGE_MESSAGE);
  return {
    ...identified,
    outline: merge.outline,
    changed: isChanged(current.outline, merge.outline),
    merged: true,
    changes: merge.changes,
  };
}

/** The submitted outline, with the identities of the base and the texts of its withheld clauses. */
async function identifySubmission(
  submission: Submission,
  base: Outline,
  { sealTokens, confirmReplace, follow }: Pick<SaveInput, 'sealTokens' | 'confirmReplace' | 'follow'>,
): Promise<Pick<SaveDecision, 'outline' | 'retired' | 'warnings' | 'identities'>> {
  if (submission.mode === 'patch') {
    const { items, removals } = submission;
    const { outline, problems, warnings } = patchFields({
      base,
      items,
      removals,
      nextFieldId: provisionalIds(),
    });
    rejectProblems([...problems, ...findOptionFaults(items, base)]);
    return { outline, retired: [], warnings, identities: undefined };
  }
  rejectProblems(findOptionFaults(submission.fields ?? [], base));
  const next = provisionalIds();
  const { retired, ...restored } = restoreWithheld(submission, base, sealTokens, next);
  // Withheld words have no say, not even by their frequency: what follows would tell what they are.
  const task = toFollowTask(
    restored.base.elements.map((element, at) =>
      sealTokens.has(base.elements[at]?.element_id ?? 0) ? { ...element, ...NO_WORDS } : element,
    ),
    restored.elements.map((element) =>
      sealTokens.has(element.element_id ?? 0) ? { ...element, ...NO_WORDS } : element,
    ),
  );
  const texts = await follow(task);
  const outline = assignIds({ ...restored, followed: texts.followed }, next);
  // A withheld clause that was left out counts as sent.
  assertReplacementConfirmed(restored.elements.length, base.elements.length, confirmReplace);
  // A warning about a withheld text would say what it reads.
  const readable = <T extends Outline>(of: T) => ({
    ...of,
    elements: of.elements.filter(({ element_id }) => !sealTokens.has(element_id)),
  });
  const shifted = warnOfShiftedTexts(readable(base), submission.elements, readable(outline));
  return {
    outline,
    retired,
    warnings: [...shifted, ...submission.warnings],
    identities:
      task === null ? undefined : reportIdentities(base.elements, outline.elements, restored.elements, texts),
  };
}

/** Faults of options that are new or changed. */
const findOptionFaults = (fields: readonly SubmittedField[], base: Outline) =>
  findOptionProblems(toSubmittedCandidate([], fields).fields, base.fields);

/** @throws CONFIRM_REPLACE_REQUIRED when less than half of the elements would remain */
function assertReplacementConfirmed(newCount: number, existingCount: number, confirmed: boolean): void {
  if (confirmed || newCount >= existingCount / 2) return;
  throw apiError(
    'CONFIRM_REPLACE_REQUIRED',
    `This would leave ${newCount} of ${existingCount} elements. Send every element, or set confirmReplace: true to delete the others.`,
    { metadata: { newCount, existingCount } },
  );
}

/** @throws VALIDATION_ERROR where `baseElements` differ from the elements of `baseVersion` */
function assertBaseElements(
  claimed: NonNullable<SaveParams['baseElements']>,
  base: Outline,
  sealTokens: SealTokens,
): void {
  const elements = new Map(base.elements.map((element) => [element.element_id, element]));
  const problems = claimed.flatMap(({ elementId, address, hash }, index) => {
    const element = elements.get(elementId);
    // A hold may have begun or ended since they were read.
    const keys = element ? [mergeKeyOf(element), sealTokens.mergeKeyOf(elementId)] : [];
    if (element?.address === address && keys.includes(hash)) return [];
    return [
      {
        path: `baseElements[${index}]`,
        message: `Element ${elementId} does not match baseVersion. Send baseElements exactly as they were read.`,
      },
    ];
  });
  if (problems.length > 0) throw validationError(problems);
}

/** The choices on clauses unchanged since `conflictVersion`; the others conflict again. */
function findValidChoices({ choices, conflictState, current }: SaveInput): readonly ConflictChoice[] {
  if (conflictState === undefined || choices.length === 0) return choices;
  if (conflictState === null) return [];
  const newer = findChangedClauses(conflictState.outline, current.outline);
  return choices.filter(({ elementId }) => !newer.has(elementId));
}

function isChanged(from: Outline, to: Outline): boolean {
  const { clauses, fields } = diffOutlines(from, to);
  return clauses.length + fields.length > 0;
}
