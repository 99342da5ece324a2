/**
 * Reader of SpecsIntact sections (`.SEC`, as of the Unified Facilities Guide Specifications): parts and subparts become
 * sections, paragraphs and items of lists clauses, notes to the editor notes, choices in brackets and submittals fields.
 * Gives a source outline. Source: Tagging Structure of SpecsIntact, UFS 1-300-02.
 */
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import type { SourceDocument, SourceNode } from '../source-outline.ts';
import { decodeXml } from '../xml/decode-xml.ts';
import { elementsOf, findElement, readXml, textOf } from '../xml/xml-tree.ts';
import { BlockReader } from './block-reader.ts';
import { headLines } from './tables.ts';
import { collapse } from './text-blocks.ts';

/** Says how the editor works, and nothing of the text. */
const MACHINE_SETTINGS: readonly string[] = ['SUBFORMAT', 'AUTONUMBER'];

const BEGINNING =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!DOCTYPE\s+SEC\b|<SEC[\s>/])/;

/** Whether bytes are a SpecsIntact section, by their first tags. */
export function isSectionFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return BEGINNING.test(start);
}

/**
 * Reads a section.
 * @throws UnusableDocumentError for broken XML, another encoding, or a file that is no section
 */
export function readSectionFile(bytes: Uint8Array, report: ReportChange): SourceDocument {
  const root = readXml(decodeXml(bytes, 'The section'), 'The SpecsIntact section');
  if (root.name !== 'SEC')
    throw new UnusableDocumentError(
      `The file has the element ${root.name} at its top, and a section has SEC.`,
    );
  const named = ['SCN', 'STL', 'DTE'].map((name) => findElement(root, name));
  const [number, title, date] = named.map((element) =>
    element === undefined ? '' : collapse(textOf(element)),
  );
  const heads = elementsOf(root, 'HDR');
  const settings = elementsOf(root, 'MTA').map(({ attributes }) => attributes);
  for (const { NAME = '', CONTENT = '' } of settings)
    if (!MACHINE_SETTINGS.includes(NAME))
      report({ rule: 'left-out', source: 'SEC.MTA', address: null, from: `${NAME}=${CONTENT}`, to: null });
  const isNumbered = settings.some(({ NAME, CONTENT }) => NAME === 'AUTONUMBER' && CONTENT === 'TRUE');
  const nodes: SourceNode[] = [];
  const skipped = new Set([...heads, ...named.filter((element) => element !== undefined)]);
  const reader = new BlockReader({ report, isNumbered, skipped });
  const loose = reader.read(root, nodes);
  return {
    title: collapse(`${number} ${title}`),
    description: [date === '' ? '' : `Date: ${date}`, ...heads.flatMap(headLines), ...loose]
      .filter((line) => line !== '')
      .join('\n'),
    nodes,
  };
}
