/**
 * Loads a clone and parses its text for diff, push and publish, which refuse a text with errors or with the markers of
 * a conflict. Also finds those markers, for status.
 */
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import { type Clone, openClone } from './clone-folder.ts';
import { findMarkers } from './conflict-text.ts';
import { EXIT, SpecError } from './errors.ts';
import { type LocalText, readLocalText, writeOutline } from './local-text.ts';

const MAX_LISTED = 20;

interface OpenText extends Omit<LocalText, 'outline'> {
  clone: Clone;
  mine: Outline;
}

/** The lines of a clone on which a marker of a conflict is left. */
export const markersOf = ({ text, state }: Clone): number[] =>
  findMarkers(text, writeOutline(state.base.outline), state.hasConflict);

/**
 * Reads a clone and its text.
 * @throws SpecError where markers of a conflict are left, or the text has errors
 */
export function openText(folder: string, file: string | null): OpenText {
  const clone = openClone(folder, file);
  const markers = markersOf(clone);
  if (markers.length > 0)
    throw new SpecError(
      `${clone.name} has both sides of a conflict at line ${markers.slice(0, MAX_LISTED).join(', ')}. Keep what is right of each, remove the lines with <<<<<<<, ======= and >>>>>>>, and run the command again.`,
      EXIT.conflict,
    );
  const { outline, report, ...rest } = readLocalText(clone.text, clone.state.base.outline);
  if (!outline) {
    const shown = report.errors.slice(0, MAX_LISTED);
    throw new SpecError(
      `${clone.name} has ${report.errorCount} ${report.errorCount === 1 ? 'error' : 'errors'}. See spec check.`,
      EXIT.refused,
      shown.map(({ line, rule, message }) => `${clone.name}:${line}: ${rule}: ${message}`),
    );
  }
  return { clone, mine: outline, report, ...rest };
}
