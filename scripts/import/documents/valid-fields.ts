/**
 * Conversion of the fields of one clause of a document to definitions that a standard accepts; what does not fit
 * becomes a text for a note of the standard.
 */
import { unifyLineEndings } from '../../../shared/markup/lines.ts';
import { normaliseField } from '../../../shared/markup/normalise.ts';
import type { FieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import {
  findFieldProblems,
  isChoiceType,
  isMultipleChoice,
  MAX_LABEL_CHARACTERS,
  MAX_OPTIONS,
} from '../../../shared/revisioning/outline/field-rules.ts';
import {
  CONSTRAINTS,
  type Constraint,
  INPUT_TYPES,
  type InputType,
} from '../../../shared/revisioning/outline/outline.ts';
import { composed } from '../../../shared/text/same-text.ts';
import type { ReportChange } from './import-change.ts';
import type { SourceField } from './source-outline.ts';
import { cleanText } from './valid-text.ts';

const UNNAMED = 'Value';

/** The fields of one clause, and the remarks for its note. */
interface ValidFields {
  fields: FieldContent[];
  /** Paragraphs, in the order of the fields; none when everything fits into the fields. */
  remarks: string[];
}

/**
 * Fields of the clause at `address`, each a valid definition. What does not fit into a definition becomes a
 * remark, so that nothing is lost.
 */
export function toValidFields(
  sources: readonly SourceField[],
  address: string,
  report: ReportChange,
): ValidFields {
  const labels = new Set<string>();
  const remarks: string[] = [];
  const fields = sources.map((source, index) => {
    const conversion = new FieldConversion(source, address, report);
    const order = sources.length > 1 ? index + 1 : null;
    const field = conversion.complete(labels, order);
    labels.add(composed(field.label));
    if (conversion.remarks.length > 0) remarks.push(`**${field.label}**: ${joinRemarks(conversion.remarks)}`);
    return field;
  });
  return { fields, remarks };
}

/** Remarks in one line: a semicolon stands between two where the first one does not end with a mark itself. */
const joinRemarks = (remarks: readonly string[]): string =>
  remarks.reduce((before, remark) => `${before}${/[.,;:!?…。！？；]$/.test(before) ? '' : ';'} ${remark}`);

/** Conversion of one field, with the remarks that go to the note. */
class FieldConversion {
  readonly remarks: string[];
  readonly #source: SourceField;
  readonly #address: string;
  readonly #report: ReportChange;

  constructor(source: SourceField, address: string, report: ReportChange) {
    this.#source = source;
    this.#address = address;
    this.#report = report;
    this.remarks = [];
    for (const remark of source.remarks.map((text) => this.#clean(text).trim()))
      if (remark !== '') this.#move(remark);
  }

  /** @param used labels of the other fields of the clause */
  complete(used: ReadonlySet<string>, order: number | null): FieldContent {
    const type = this.#type();
    const constraint = this.#constraint(type);
    const field = normaliseField<FieldContent>({
      constraint,
      default_value: this.#default(type),
      drawing_ref: false,
      drawing_ref_locator: null,
      element_address: this.#address,
      input_type: type,
      label: this.#label(constraint, used),
      options: this.#options(),
      order_number: order,
      starting_disposition: null,
      unit: this.#source.unit === null ? null : this.#clean(this.#source.unit),
      ...this.#source.given,
    });
    return this.#moveFaults(field);
  }

  #type(): InputType {
    const { type, options } = this.#source;
    const known = INPUT_TYPES.find((candidate) => candidate === type);
    if (known !== undefined) return known;
    const replacement = options.length > 0 ? 'select' : 'text';
    this.#changed('type-replaced', type, replacement);
    return replacement;
  }

  #constraint(type: InputType): Constraint | null {
    const { constraint } = this.#source;
    if (constraint === null) return null;
    const known = CONSTRAINTS.find((candidate) => candidate === constraint);
    const isOfRange = known === 'min' || known === 'max' || known === 'exact';
    const isValid = known !== undefined && (isOfRange ? type === 'range' : isMultipleChoice(type));
    if (isValid) return known;
    this.#changed('constraint-replaced', constraint, null);
    this.remarks.push(`constraint ${this.#clean(constraint)}`);
    return null;
  }

  #label(constraint: Constraint | null, used: ReadonlySet<string>): string {
    const whole = this.#clean(this.#source.label).trim();
    const isShortened = this.#source.given === undefined && (constraint === 'min' || constraint === 'max');
    const short = isShortened ? withoutDirection(whole) : whole;
    if (short !== whole) this.#changed('label-shortened', whole, short || UNNAMED);
    const characters = [...(short || UNNAMED)];
    const fits = characters.length <= MAX_LABEL_CHARACTERS - (this.#source.given === undefined ? 10 : 0);
    const label = fits ? characters.join('') : `${characters.slice(0, MAX_LABEL_CHARACTERS - 20).join('')}…`;
    if (!fits) this.remarks.unshift(short);
    let free = label;
    for (let count = 2; used.has(composed(free)); count += 1) free = `${label} (${count})`;
    if (free !== short) this.#changed('label-changed', short, free);
    return free;
  }

  #options(): string[] {
    const sent = this.#source.options.map((option) => this.#clean(option));
    const options = toValidOptions(sent, (from, to) => this.#changed('option-changed', from, to));
    const beyond = options.slice(MAX_OPTIONS);
    if (beyond.length > 0) this.#move(`further options: ${beyond.join('; ')}`);
    return options.slice(0, MAX_OPTIONS);
  }

  #default(type: InputType): string | string[] | null {
    const texts = [this.#source.default_value ?? []]
      .flat()
      .map((text) => (isChoiceType(type) ? this.#clean(text).trim() : this.#clean(text)))
      .filter((text) => text.trim() !== '');
    if (texts.length === 0) return null;
    return isMultipleChoice(type) ? texts : texts.join('; ');
  }

  /** Moves refused values to the note: a default that is not an option, a unit that is too long. */
  #moveFaults(field: FieldContent): FieldContent {
    const faults = findFieldProblems([field], new Set([field.element_address]));
    let valid = field;
    if (faults.some(({ path }) => path.endsWith('.default_value'))) {
      this.#move(`default ${[valid.default_value].flat().join('; ')}`);
      valid = { ...valid, default_value: null };
    }
    if (faults.some(({ path }) => path.endsWith('.unit'))) {
      this.#move(`unit ${valid.unit}`);
      valid = { ...valid, unit: null };
    }
    return valid;
  }

  #move(remark: string): void {
    this.#changed('moved-to-note', remark, remark);
    this.remarks.push(remark);
  }

  #clean(text: string): string {
    return cleanText(
      unifyLineEndings(text),
      { source: this.#source.source, address: this.#address },
      this.#report,
    );
  }

  #changed(rule: Parameters<ReportChange>[0]['rule'], from: string, to: string | null): void {
    this.#report({ rule, source: this.#source.source, address: this.#address, from, to });
  }
}

/**
 * Options without blanks at their ends, empty ones and repetitions.
 * @param report receives each change; null for an option that is left out
 */
export function toValidOptions(
  options: readonly string[],
  report: (from: string, to: string | null) => void,
): string[] {
  const seen = new Set<string>();
  return options.flatMap((option) => {
    const trimmed = option.trim();
    const isKept = trimmed !== '' && !seen.has(composed(trimmed));
    seen.add(composed(trimmed));
    if (!isKept || trimmed !== option) report(option, isKept ? trimmed : null);
    return isKept ? [trimmed] : [];
  });
}

/** A label without the words that repeat its constraint. */
function withoutDirection(label: string): string {
  if (!/\b(?:minimum|maximum)\b/i.test(label)) return label;
  return label
    .replace(/\b(?:minimum|maximum)\b/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s,–-]+$/, '')
    .trim();
}
