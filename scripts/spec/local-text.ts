/**
 * Reads the text of a clone as an outline, by the rules of the service and with the identities of the state that it
 * was edited from. Also writes an outline as text, and finds the frontmatter of a text.
 */
import { checkMarkup } from '../../shared/markup/check-markup.ts';
import { readLooseFrontmatter } from '../../shared/markup/frontmatter.ts';
import { unifyLineEndings } from '../../shared/markup/lines.ts';
import type { MarkupReport } from '../../shared/markup/markup-report.ts';
import { normaliseElement, normaliseField } from '../../shared/markup/normalise.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { followTexts, toFollowTask } from '../../shared/revisioning/identity/follow-texts.ts';
import { identifyOutline } from '../../shared/revisioning/identity/identify-outline.ts';
import {
  CERTAIN,
  type IdentityReport,
  reportIdentities,
} from '../../shared/revisioning/identity/report-identities.ts';
import { isSameField, isSameWording } from '../../shared/revisioning/outline/clause.ts';
import { fieldContent } from '../../shared/revisioning/outline/content-hash.ts';
import type { Element, Outline } from '../../shared/revisioning/outline/outline.ts';

export interface LocalText {
  report: Pick<MarkupReport, 'errors' | 'errorCount' | 'warnings'>;
  /** Clauses and fields that are new have identities below zero. Null when the text has errors. */
  outline: Outline | null;
  /** Clauses that are hardly like the stored one: the service decides about them, and warns. */
  uncertain: ReadonlySet<number>;
  /** What became of each clause; null when the text has errors. */
  identities: IdentityReport | null;
}

/** Reads a text that was edited from `base`. */
export function readLocalText(text: string, base: Outline): LocalText {
  const { parsed, report } = checkMarkup(text);
  if (parsed.errorCount > 0) return { report, outline: null, uncertain: new Set(), identities: null };
  const sent = parsed.elements.map(({ line: _, ...element }) => element);
  const texts = followTexts(toFollowTask(base.elements, sent));
  const { followed } = texts;
  let last = 0;
  const next = (): number => --last;
  const { outline } = identifyOutline({
    base,
    elements: sent,
    followed,
    fields: parsed.fields.map(({ line: _, ...field }) => field),
    nextElementId: next,
    nextFieldId: next,
  });
  const uncertain = [...followed.values()].flatMap(({ element_id, likeness }) =>
    likeness < CERTAIN ? element_id : [],
  );
  return {
    report,
    outline: keepStoredForms(outline, base),
    uncertain: new Set(uncertain),
    identities: reportIdentities(base.elements, outline.elements, sent, texts),
  };
}

/** The stored form of each clause and field that differs from it only in what markup does not keep. */
function keepStoredForms(outline: Outline, base: Outline): Outline {
  const elements = new Map(base.elements.map((element) => [element.element_id, element]));
  const fields = new Map(base.fields.map((field) => [field.field_id, field]));
  return {
    elements: outline.elements.map((element): Element => {
      const stored = elements.get(element.element_id);
      if (!stored || stored === element || !isSameWording(normaliseElement(stored), element)) return element;
      return stored.address === element.address ? stored : { ...stored, address: element.address };
    }),
    fields: outline.fields.map((field) => {
      const stored = fields.get(field.field_id);
      if (!stored) return field;
      const { element_address: _, ...normal } = normaliseField(fieldContent(stored, ''));
      return isSameField({ ...stored, ...normal }, field) ? stored : field;
    }),
  };
}

/** The text of an outline. */
export function writeOutline({ elements, fields }: Outline): string {
  const addresses = new Map(elements.map(({ element_id, address }) => [element_id, address]));
  return serialiseMarkup({
    elements,
    fields: fields.map((field) => fieldContent(field, addresses.get(field.element_id) ?? '')),
  });
}

/** The lines before the outline of a text, which the service ignores: its frontmatter, as it is written. */
export function headOf(text: string): string {
  const lines = unifyLineEndings(text).split('\n');
  const { end, errors } = readLooseFrontmatter(lines);
  return end === 0 || errors.length > 0 ? '' : `${lines.slice(0, end).join('\n')}\n\n`;
}
