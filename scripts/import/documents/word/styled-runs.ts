/**
 * Reads the text of a paragraph in a Word file that this service wrote as runs, each with its styles (bold, italic,
 * code) and its part, such as a printed number or an option of a field.
 */
import { CODE_FONT, PART_STYLES } from '../../../../shared/documents/docx/styles.ts';
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { valOf } from './numbering.ts';
import { NOTE_MARK, readText, type TextContext } from './paragraph-text.ts';
import { plainStyleName } from './style-roles.ts';
import type { Styles } from './styles.ts';

export type TextPart = keyof typeof PART_STYLES;

export interface StyledRun {
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  /** What the text is, by its character style; null for any other. */
  part: TextPart | null;
}

const PARTS = new Map(
  (['number', 'label', 'option', 'unit', 'default', 'drawing', 'link', 'target', 'cover'] as const).map(
    (part) => [plainStyleName(PART_STYLES[part].name), part],
  ),
);

/**
 * In their order, with changes as if accepted; neighbours in one style are one run. A picture is its reference.
 * @param before runs that go on in this paragraph
 */
export function readStyledRuns(
  paragraph: XmlElement,
  styles: Styles,
  pictures: TextContext['pictures'],
  before: readonly StyledRun[] = [],
): StyledRun[] {
  const context: TextContext = { report: () => undefined, links: new Map(), pictures };
  const runs = before.map((run) => ({ ...run }));
  const visit = (element: XmlElement): void => {
    if (element.name === 'del' || element.name === 'moveFrom') return;
    if (element.name !== 'r') {
      for (const child of elementsOf(element)) visit(child);
      return;
    }
    const text = readText(element, '', context).replace(NOTE_MARK, '');
    const properties = elementOf(element, 'rPr');
    const style = valOf(properties, 'rStyle');
    const run: StyledRun = {
      text,
      bold: isOn(properties, 'b'),
      italic: isOn(properties, 'i'),
      code: elementOf(properties, 'rFonts')?.attributes.ascii === CODE_FONT,
      part: (style === null ? undefined : PARTS.get(styles.nameOfCharacters(style))) ?? null,
    };
    const last = runs.at(-1);
    if (last && (['bold', 'italic', 'code', 'part'] as const).every((member) => last[member] === run[member]))
      last.text += text;
    else if (text !== '') runs.push(run);
  };
  visit(paragraph);
  return runs;
}

function isOn(properties: XmlElement | undefined, name: string): boolean {
  const element = elementOf(properties, name);
  return element !== undefined && !['0', 'false'].includes(element.attributes.val ?? '');
}

/** The texts that are this part. */
export const textsOfPart = (runs: readonly StyledRun[], part: TextPart): string[] =>
  runs.filter((run) => run.part === part).map(({ text }) => text);
