/**
 * Writes a document as a Word file (DOCX): cover, contents, parts with their elements, appendices. Clauses are numbered by
 * lists of Word that count their addresses, and each has a bookmark `css_<element id>`. Equal documents give equal bytes.
 */
import {
  Document,
  Footer,
  Header,
  Packer,
  PageNumber,
  Paragraph,
  type Table,
  TableOfContents,
  TabStopPosition,
  TabStopType,
  TextRun,
} from 'docx';
import { textOf } from '../clause-blocks.ts';
import type { PrintedDocument, PrintedElement } from '../printed-document.ts';
import { wordText } from '../xml-text.ts';
import { ElementWriter, LISTS } from './element-paragraphs.ts';
import { toEqualBytes } from './equal-bytes.ts';
import { numberingXml } from './numbering-xml.ts';
import { PART_STYLES, STYLES, WORD_STYLES } from './styles.ts';

/** Levels of elements that the contents list. */
const CONTENTS_DEPTH = 2;
/** A definition of nine levels, for which `numbering.xml` is written apart. */
const LEVELS = Array.from({ length: 9 }, (_, level) => ({ level, format: 'decimal', text: '%1' }) as const);

/** The bytes of the file. */
export async function writeDocx(document: PrintedDocument): Promise<Uint8Array> {
  const writer = new ElementWriter(document);
  const children = [
    ...coverParagraphs(document),
    ...contentsParagraphs(document),
    ...document.parts.flatMap((part, index): (Paragraph | Table)[] => {
      writer.plan.startOver();
      const isFirst = index === 0;
      const { change } = part;
      const lines = part.lines.map((line) =>
        writer.paragraph({ style: STYLES.partLine.id }, line.runs, line.change ?? change),
      );
      const outlineLevel = Math.min(part.level, 8);
      const title =
        part.title === ''
          ? []
          : [writer.paragraph({ style: STYLES.part.id, outlineLevel }, [{ text: part.title }], change)];
      const level = part.title === '' ? part.level : part.level + 1;
      const body = part.elements.flatMap((element) => writer.write(element, level));
      return [...(isFirst ? [new Paragraph({ pageBreakBefore: true })] : []), ...title, ...lines, ...body];
    }),
    ...document.appendices.flatMap(({ title, lines }) => [
      paragraph(STYLES.part.id, title, { pageBreakBefore: true }),
      ...lines.map(labelled),
    ]),
  ];
  const file = new Document({
    title: wordText(document.title),
    description: wordText(document.description),
    creator: wordText(document.author),
    lastModifiedBy: wordText(document.author),
    customProperties: Object.entries(document.properties).map(([name, value]) => ({ name, value })),
    styles: WORD_STYLES,
    numbering: { config: [{ reference: LISTS, levels: LEVELS }] },
    sections: [{ headers: { default: header(document) }, footers: { default: footer() }, children }],
  });
  const packed = await Packer.toBuffer(file);
  const { lists } = writer.plan;
  const listsById = new Map(
    file.Numbering.ConcreteNumbering.flatMap(({ reference, instance, numId }) => {
      const list = reference === LISTS ? lists[instance] : undefined;
      return list ? [[numId, list] as const] : [];
    }),
  );
  return toEqualBytes(packed, document.date, { 'word/numbering.xml': numberingXml(listsById) });
}

const paragraph = (
  style: string,
  text: string,
  more: { outlineLevel?: number; pageBreakBefore?: true } = {},
): Paragraph => new Paragraph({ style, ...more, children: [new TextRun(wordText(text))] });

const labelled = ({ label, value }: { label: string; value: string }): Paragraph =>
  new Paragraph({
    style: STYLES.cover.id,
    children: [
      new TextRun({ text: `${wordText(label)}: `, bold: true, style: PART_STYLES.cover.id }),
      new TextRun(wordText(value)),
    ],
  });

const coverParagraphs = ({ title, description, cover }: PrintedDocument): Paragraph[] => [
  paragraph('Title', title),
  ...description
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [paragraph(STYLES.cover.id, line)])),
  ...cover.map(labelled),
];

/** The contents as Word would make them, but for the numbers of pages, which it fills in when they are updated. */
function contentsParagraphs({ parts }: PrintedDocument): (Paragraph | TableOfContents)[] {
  const cachedEntries = parts.flatMap(({ level, title, elements, change }) => [
    ...(title === '' || change === 'deleted' ? [] : [{ title: wordText(title), level: level + 1 }]),
    ...elements.flatMap((element) => contentsEntry(element, title === '' ? level : level + 1)),
  ]);
  if (cachedEntries.length === 0) return [];
  return [
    paragraph(STYLES.contents.id, 'Contents', { pageBreakBefore: true }),
    new TableOfContents('Contents', {
      hyperlink: true,
      headingStyleRange: `1-${CONTENTS_DEPTH}`,
      useAppliedParagraphOutlineLevel: true,
      beginDirty: false,
      cachedEntries,
    }),
  ];
}

function contentsEntry({ id, depth, number, heading, isWithheld, change }: PrintedElement, level: number) {
  if (depth > CONTENTS_DEPTH || heading.length === 0 || isWithheld || change === 'deleted') return [];
  const shown = heading.filter((run) => run.change !== 'deleted');
  return [
    { title: `${number} ${wordText(textOf(shown))}`, level: Math.min(level + depth, 9), href: `css_${id}` },
  ];
}

const header = ({ title, header: revision }: PrintedDocument): Header =>
  new Header({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: TabStopPosition.MAX }],
        children: [new TextRun(`${wordText(title)}\t${wordText(revision)}`)],
      }),
    ],
  });

const footer = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: 'center',
        children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  });
