/**
 * Conversion of texts and headings to a form that a standard accepts: no control characters, one-line
 * headings, no tokens of withheld clauses.
 */
import { hasLineBreak } from '../../../shared/markup/lines.ts';
import { normaliseContent, normaliseHeading, normaliseLabel } from '../../../shared/markup/normalise.ts';
import { SEAL_TOKEN } from '../../../shared/markup/seal-token.ts';
import { MAX_ELEMENT_LABEL_CHARACTERS } from '../../../shared/revisioning/outline/outline-rules.ts';
import { isLongerThan } from '../../../shared/text/code-points.ts';
import type { ReportChange } from './import-change.ts';

const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]/gu;
const WITHHELD_TEXT = '[text withheld at the source]';

/** Location of a text, for the report. */
interface TextPlace {
  source: string;
  address: string | null;
}

/** A text without control characters other than tabs and line breaks, and without halves of characters. */
export function cleanText(text: string, place: TextPlace, report: ReportChange): string {
  const clean = text.toWellFormed().replace(CONTROL_CHARACTERS, ' ');
  if (clean !== text) report({ rule: 'text-cleaned', ...place, from: text, to: clean });
  return clean;
}

/** The text of a clause, in normal form. */
export function toValidContent(text: string, place: TextPlace, report: ReportChange): string {
  return normaliseContent(replaceSealTokens(cleanText(text, place, report), place, report));
}

/** A heading, in normal form. */
export function toValidHeading(text: string, place: TextPlace, report: ReportChange): string {
  const clean = replaceSealTokens(cleanText(text, place, report), place, report);
  const heading = normaliseHeading(clean);
  if (hasLineBreak(clean.trim())) report({ rule: 'heading-joined', ...place, from: text, to: heading });
  return heading;
}

/** A printed number, in normal form; one that is too long is cut. */
export function toValidLabel(text: string, place: TextPlace, report: ReportChange): string {
  const label = normaliseLabel(replaceSealTokens(cleanText(text, place, report), place, report));
  if (!isLongerThan(label, MAX_ELEMENT_LABEL_CHARACTERS)) return label;
  const cut = normaliseLabel([...label].slice(0, MAX_ELEMENT_LABEL_CHARACTERS).join(''));
  report({ rule: 'printed-number-cut', ...place, from: text, to: cut });
  return cut;
}

function replaceSealTokens(text: string, place: TextPlace, report: ReportChange): string {
  const replaced = text.replaceAll(new RegExp(SEAL_TOKEN, 'g'), WITHHELD_TEXT);
  if (replaced !== text) report({ rule: 'withheld-text-replaced', ...place, from: text, to: replaced });
  return replaced;
}
