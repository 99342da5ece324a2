/**
 * Parameters of an OSCAL catalogue: the datasheet field of each, and the words that replace its insertions
 * in prose. Source: the OSCAL catalogue model, `parameter` and `{{ insert: param, ID }}`.
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import type { SourceField } from '../source-outline.ts';

/** `{{ insert: param, ac-1_prm_1 }}`, and `{{ ac-1_prm_1 }}` of early releases. */
const INSERT = /\{\{\s*(?:insert\s*:\s*param\s*,\s*|param:\s*)?([\w.-]+)\s*\}\}/g;
/** Choices can name parameters too; limits a cycle. */
const MAX_DEPTH = 5;

interface Parameter {
  id: string;
  field: SourceField;
  label: string;
  choices: string[];
  severalChoices: boolean;
}

/** All parameters of a catalogue by their ids. */
export class ParameterTable {
  readonly #parameters = new Map<string, Parameter>();
  readonly #parametersOf = new Map<string, Parameter[]>();
  readonly #report: ReportChange;

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

  /** The ids of the parameters that a text names, and that the choices of these name, in their order. */
  idsIn(prose: string, known: ReadonlySet<string> = new Set()): Set<string> {
    const ids = new Set(known);
    for (const [, id = ''] of prose.matchAll(INSERT)) {
      const parameter = this.#parameters.get(id);
      if (parameter === undefined || ids.has(id)) continue;
      ids.add(id);
      for (const choice of parameter.choices) for (const inner of this.idsIn(choice, ids)) ids.add(inner);
    }
    return ids;
  }

  /** Prose with `[Assignment: …]` and `[Selection: …]` for its parameters, as NIST prints them. */
  render(prose: string, source: string, depth = 0): string {
    return prose.replace(INSERT, (whole, id: string) => {
      const parameter = this.#parameters.get(id);
      if (parameter === undefined || depth === MAX_DEPTH) {
        this.#report({ rule: 'parameter-unknown', source, address: null, from: whole, to: whole });
        return whole;
      }
      const choices = parameter.choices.map((choice) => this.render(choice, source, depth + 1));
      if (choices.length === 0) return `[Assignment: ${parameter.label}]`;
      return `[Selection${parameter.severalChoices ? ' (one or more)' : ''}: ${choices.join('; ')}]`;
    });
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
