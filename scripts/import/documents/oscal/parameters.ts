/**
 * Parameters of an OSCAL catalogue: the datasheet field of each, and the words that replace its insertions
 * in prose. Source: the OSCAL catalogue model, `parameter` and `{{ insert: param, ID }}`.
 */
import { MAX_OUTLINE_BYTES } from '../../../../shared/revisioning/outline/outline-size.ts';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import type { SourceField } from '../source-outline.ts';
import { describeProps } from './labels.ts';

/** `{{ insert: param, ac-1_prm_1 }}`, and `{{ ac-1_prm_1 }}` of early releases. */
const INSERT = /\{\{\s*(?:insert\s*:\s*param\s*,\s*|param:\s*)?([\w.-]+)\s*\}\}/g;
/** Levels of choices that name other parameters. */
const MAX_DEPTH = 5;
/**
 * Maximum length of all words for parameters, in UTF-16 code units: a standard holds no more. Every insertion
 * repeats the choices of its parameter, so that a small catalogue can have a very long text.
 */
const MAX_WORDS = MAX_OUTLINE_BYTES;

interface Parameter {
  id: string;
  field: SourceField;
  label: string;
  choices: string[];
  severalChoices: boolean;
}

export class ParameterTable {
  readonly #parameters = new Map<string, Parameter>();
  readonly #parametersOf = new Map<string, Parameter[]>();
  readonly #report: ReportChange;
  #words = 0;

  constructor(report: ReportChange) {
    this.#report = report;
  }

  /** Adds the parameters of a catalogue, group or control. Of an id that repeats, prose means the first. */
  read(owner: SourceObject): void {
    const parameters = owner.objects('params').map((param) => readParameter(param, this.#report));
    for (const parameter of parameters)
      if (!this.#parameters.has(parameter.id)) this.#parameters.set(parameter.id, parameter);
    this.#parametersOf.set(owner.path, parameters);
  }

  /** The fields of an owner's parameters by their ids, with the words of other parameters in their texts. */
  fieldsOf(owner: SourceObject): { id: string; field: SourceField }[] {
    owner.skip('params');
    return (this.#parametersOf.get(owner.path) ?? []).map(({ id, field }) => ({
      id,
      field: this.#renderField(field),
    }));
  }

  #renderField(field: SourceField): SourceField {
    const rendered = (text: string): string => this.render(text, field.source);
    const value = field.default_value;
    return {
      ...field,
      label: rendered(field.label),
      options: field.options.map(rendered),
      default_value: Array.isArray(value) ? value.map(rendered) : value === null ? null : rendered(value),
      remarks: field.remarks.map(rendered),
    };
  }

  /** The ids of the parameters that a text names, and that the choices of these name, down to `MAX_DEPTH`. */
  idsIn(prose: string): Set<string> {
    const ids = new Set<string>();
    let texts = [prose];
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const choices: string[][] = [];
      for (const [, id = ''] of texts.flatMap((text) => [...text.matchAll(INSERT)])) {
        const parameter = this.#parameters.get(id);
        if (parameter === undefined || ids.has(id)) continue;
        ids.add(id);
        choices.push(parameter.choices);
      }
      texts = choices.flat();
    }
    return ids;
  }

  /**
   * Prose with `[Assignment: …]` and `[Selection: …]` for its parameters, as NIST prints them. A parameter that
   * its own choices name again stays as it stands there.
   * @param within the ids of the parameters whose choices this is
   * @throws UnusableDocumentError when the words for parameters become longer than a standard
   */
  render(prose: string, source: string, within: readonly string[] = []): string {
    return prose.replace(INSERT, (whole, id: string) => {
      const parameter = this.#parameters.get(id);
      if (parameter === undefined || within.length === MAX_DEPTH || within.includes(id)) {
        this.#report({ rule: 'parameter-unknown', source, address: null, from: whole, to: whole });
        return whole;
      }
      return this.#count(this.#wordsFor(parameter, source, within));
    });
  }

  #wordsFor(
    { id, label, choices, severalChoices }: Parameter,
    source: string,
    within: readonly string[],
  ): string {
    if (choices.length === 0) return `[Assignment: ${label}]`;
    const texts = choices.map((choice) => this.render(choice, source, [...within, id]));
    return `[Selection${severalChoices ? ' (one or more)' : ''}: ${texts.join('; ')}]`;
  }

  /** @throws UnusableDocumentError when all words together are longer than a standard */
  #count(words: string): string {
    this.#words += words.length;
    if (this.#words <= MAX_WORDS) return words;
    throw new UnusableDocumentError(
      `The parameters written out in the texts are longer than the ${MAX_WORDS / 1024 / 1024} MB of a standard. Split the catalogue, or name a parameter with many choices less often.`,
    );
  }
}

function readParameter(param: SourceObject, report: ReportChange): Parameter {
  const id = param.text('id') ?? param.path;
  const select = param.object('select');
  const choices = select?.texts('choice') ?? [];
  const severalChoices = select?.text('how-many') === 'one-or-more';
  const label = param.text('label') ?? (choices.length > 0 ? `Selection ${id}` : id);
  const remarks = [
    ...[param.text('usage'), param.text('remarks')].filter((text) => text !== null),
    ...param.objects('guidelines').flatMap((guideline) => takeText(guideline, 'prose', report)),
    ...param.objects('constraints').flatMap((constraint) => takeText(constraint, 'description', report)),
  ];
  const values = param.texts('values');
  remarks.push(...describeProps(param, report));
  select?.reportRest(report);
  param.skip('class');
  param.reportRest(report);
  const field: SourceField = {
    source: id,
    label,
    type: choices.length === 0 ? 'text' : severalChoices ? 'checkbox' : 'select',
    options: choices,
    default_value: values.length === 0 ? null : values,
    constraint: severalChoices && choices.length > 0 ? 'any_of' : null,
    unit: null,
    remarks,
  };
  return { id, field, label, choices, severalChoices };
}

function takeText(owner: SourceObject, member: string, report: ReportChange): string[] {
  const text = owner.text(member);
  owner.reportRest(report);
  return text === null ? [] : [text];
}
