/** Attributes of the objects of a ReqIF file, with the names and choices that its types give them. */
import { toMarkdownLine } from '../plain-text.ts';
import { elementOf, elementsOf, findElement, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { toMarkdown, toPlainLine } from './xhtml-text.ts';

/** A value with its attribute's name, in one line and as Markdown. */
export interface AttributeValue {
  name: string;
  line: string;
  markdown: string;
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

/** Names of attributes and of choices by their identifiers. */
export class AttributeNames {
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #choices: ReadonlyMap<string, string>;

  constructor(content: XmlElement) {
    const definitions = allElements(elementOf(content, 'SPEC-TYPES'), /^ATTRIBUTE-DEFINITION-[A-Z]+$/);
    this.#attributes = new Map(
      definitions.map((definition) => [
        idOf(definition),
        definition.attributes['LONG-NAME'] ?? idOf(definition),
      ]),
    );
    const choices = allElements(elementOf(content, 'DATATYPES'), /^ENUM-VALUE$/);
    this.#choices = new Map(
      choices.map((choice) => [
        idOf(choice),
        choice.attributes['LONG-NAME'] ||
          findElement(choice, 'EMBEDDED-VALUE')?.attributes['OTHER-CONTENT'] ||
          idOf(choice),
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
    const chosen = elementOf(value, 'VALUES');
    const line =
      chosen === undefined
        ? (value.attributes['THE-VALUE'] ?? '')
        : elementsOf(chosen)
            .map((reference) => this.#choices.get(referenceIn(reference)) ?? referenceIn(reference))
            .join(', ');
    return { name, line: line.trim(), markdown: toMarkdownText(line) };
  }
}

const toMarkdownText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map(toMarkdownLine)
        .filter((line) => line !== '')
        .join('\\\n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
