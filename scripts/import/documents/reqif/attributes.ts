/** Reads the attributes of the objects of a ReqIF file, with the names and choices that its types give them. */
import { toMarkdownText } from '../plain-text.ts';
import type { SourceField } from '../source-outline.ts';
import { elementOf, elementsOf, findElement, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { toMarkdown, toPlainLine } from './xhtml-text.ts';

/** A value with its attribute's name, in one line and as Markdown. */
export interface AttributeValue {
  name: string;
  line: string;
  markdown: string;
  /** The field for the choice of an enumeration, with what was chosen as its default. */
  field?: SourceField;
}

type ReportLoss = (name: string, text: string) => void;

/** The elements of this name below an element, at any depth. */
export function allElements(element: XmlElement | undefined, pattern: RegExp): XmlElement[] {
  if (element === undefined) return [];
  return elementsOf(element).flatMap((child) =>
    pattern.test(child.name) ? [child] : allElements(child, pattern),
  );
}

const idOf = ({ attributes }: XmlElement): string => attributes.IDENTIFIER ?? '';
/** The text of a reference, of which there is one in an element such as `DEFINITION` or `OBJECT`. */
export const referenceIn = (element: XmlElement | undefined): string =>
  element === undefined ? '' : textOf(element).trim();

/** The type of an attribute that is a choice. */
interface Enumeration {
  options: readonly string[];
  isMultiple: boolean;
}

/** Names of attributes and of choices by their identifiers. */
export class AttributeNames {
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #choices: ReadonlyMap<string, string>;
  readonly #enumerations: ReadonlyMap<string, Enumeration>;

  constructor(content: XmlElement) {
    const definitions = allElements(elementOf(content, 'SPEC-TYPES'), /^ATTRIBUTE-DEFINITION-[A-Z]+$/);
    this.#attributes = new Map(
      definitions.map((definition) => [
        idOf(definition),
        definition.attributes['LONG-NAME'] ?? idOf(definition),
      ]),
    );
    const datatypes = elementOf(content, 'DATATYPES');
    const choices = allElements(datatypes, /^ENUM-VALUE$/);
    this.#choices = new Map(
      choices.map((choice) => [
        idOf(choice),
        choice.attributes['LONG-NAME'] ||
          findElement(choice, 'EMBEDDED-VALUE')?.attributes['OTHER-CONTENT'] ||
          idOf(choice),
      ]),
    );
    const optionsOf = new Map(
      allElements(datatypes, /^DATATYPE-DEFINITION-ENUMERATION$/).map((datatype) => [
        idOf(datatype),
        allElements(datatype, /^ENUM-VALUE$/).map((choice) => this.#nameOfChoice(idOf(choice))),
      ]),
    );
    this.#enumerations = new Map(
      definitions
        .filter(({ name }) => name === 'ATTRIBUTE-DEFINITION-ENUMERATION')
        .map((definition) => [
          idOf(definition),
          {
            options: optionsOf.get(referenceIn(elementOf(definition, 'TYPE'))) ?? [],
            isMultiple: definition.attributes['MULTI-VALUED'] === 'true',
          },
        ]),
    );
  }

  /** The values of an object that say something, in their order. */
  read(object: XmlElement, report: ReportLoss): AttributeValue[] {
    const values = elementOf(object, 'VALUES');
    return (values === undefined ? [] : elementsOf(values))
      .map((value) => this.#readValue(value, report))
      .filter(({ line }) => line !== '');
  }

  #readValue(value: XmlElement, report: ReportLoss): AttributeValue {
    const id = referenceIn(elementOf(value, 'DEFINITION'));
    const name = this.#attributes.get(id) ?? id;
    const text = elementOf(value, 'THE-VALUE');
    if (text !== undefined) {
      const line = toPlainLine(text, () => undefined);
      return { name, line, markdown: toMarkdown(text, report) };
    }
    const references = elementOf(value, 'VALUES');
    const chosen = (references === undefined ? [] : elementsOf(references)).map((reference) =>
      this.#nameOfChoice(referenceIn(reference)),
    );
    const line = references === undefined ? (value.attributes['THE-VALUE'] ?? '') : chosen.join(', ');
    return {
      name,
      line: line.trim(),
      markdown: toMarkdownText(line.split('\n')),
      ...(references === undefined ? {} : { field: toField(name, this.#enumerations.get(id), chosen) }),
    };
  }

  #nameOfChoice(id: string): string {
    return this.#choices.get(id) ?? id;
  }
}

/** A choice that its type does not have, as of a damaged file, is an option as well. */
function toField(name: string, type: Enumeration | undefined, chosen: readonly string[]): SourceField {
  const { options = [], isMultiple = false } = type ?? {};
  return {
    source: name,
    label: name,
    type: isMultiple || chosen.length > 1 ? 'checkbox' : 'select',
    options: [...new Set([...options, ...chosen])],
    default_value: [...chosen],
    constraint: null,
    unit: null,
    remarks: [],
  };
}
