/**
 * Reads a Word file that this service wrote as a document to import: its clauses with the numbers that Word counts,
 * labels, words, blocks and fields. The row of a field that is not whole is left out and reported.
 */
import { findImageNames } from '../../../../shared/markup/image-references.ts';
import type { ReportChange } from '../import-change.ts';
import { createNode, type SourceDocument, type SourceNode } from '../source-outline.ts';
import { editText } from './edit-text.ts';
import type { ExportedParagraph } from './exported-file.ts';
import { type FileClause, readFileClauses } from './file-clauses.ts';
import type { ShownBlock } from './shown-blocks.ts';
import { writeMarkup } from './write-markup.ts';

/** Lines of the cover that say which revision it is, in files that do not mark them. */
const COVER = /^(?:Revision|Published|Summary|Content hash \(SHA-256\)|Changes since): /;

export function readExportedDocument(
  paragraphs: readonly ExportedParagraph[],
  report: ReportChange,
): SourceDocument {
  const nodes: SourceNode[] = [];
  const open: { depth: number; node: SourceNode }[] = [];
  for (const [position, clause] of readFileClauses(paragraphs, []).entries()) {
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= clause.depth) open.pop();
    const node = toNode(clause, position);
    (open.at(-1)?.node.children ?? nodes).push(node);
    open.push({ depth: clause.depth, node });
    for (const { row: from, field } of clause.fields)
      if (field === null)
        report({ rule: 'left-out', source: clause.source, address: null, from, to: null, name: 'field' });
  }
  const ofStyle = (style: string) => paragraphs.filter(({ styles }) => styles.includes(style));
  const cover = ofStyle('coverline');
  const isMarked = ({ runs }: ExportedParagraph): boolean => runs.some(({ part }) => part === 'cover');
  const areMarked = cover.some(isMarked);
  return {
    title: ofStyle('title')
      .map(({ text }) => text.trim())
      .join(' '),
    description: cover
      .filter((line) => !(areMarked ? isMarked(line) : COVER.test(line.text)))
      .map(({ text }) => text.trim())
      .join('\n'),
    nodes,
  };
}

function toNode(clause: FileClause, position: number): SourceNode {
  const { kind, forms, words, label, number, blocks, styled, pictures, fields, source } = clause;
  const isSection = kind === 'section';
  const isHeading = (isSection && !forms.includes('text')) || forms.includes('heading');
  const paragraph: ShownBlock = { type: 'paragraph', text: words, rows: null };
  const shown = isHeading ? blocks : [paragraph, ...blocks];
  const text = isHeading || words === '' ? styled.slice(1) : styled;
  // A heading with text below it is a clause, and one alone a section, unless the file says otherwise.
  const looksLikeClause = isSection && isHeading && blocks.length > 0;
  const isClause = isSection && (forms.includes('clause') || (looksLikeClause && !forms.includes('section')));
  return {
    ...createNode(isClause ? 'clause' : kind, source, position),
    sourceNumber: number === '' ? label || null : number,
    ...(label === '' ? {} : { label }),
    fields: fields.flatMap(({ field }) => field ?? []),
    ordinal: number === '' ? null : Number(/\d+$/.exec(number)?.[0]),
    heading: isHeading ? words.replaceAll('\n', ' ') : '',
    content:
      writeMarkup(text) ??
      editText('', shown, {
        pictures,
        known: new Set(shown.flatMap((block) => findImageNames(block.text))),
      }) ??
      shown.map(({ text }) => text).join('\n\n'),
  };
}
