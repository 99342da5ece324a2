/**
 * The styles of the Word files that we write, by names that a letterhead can redefine; some of them tell an import
 * what a text is.
 */
import type { IStylesOptions } from 'docx';

/** Ids of paragraph styles that Word does not have itself, and their names. */
export const STYLES = {
  clause: { id: 'Clause', name: 'Clause' },
  clauseText: { id: 'ClauseText', name: 'Clause Text' },
  note: { id: 'ClauseNote', name: 'Clause Note' },
  field: { id: 'ClauseField', name: 'Clause Field' },
  withheld: { id: 'WithheldClause', name: 'Withheld Clause' },
  code: { id: 'ClauseCode', name: 'Clause Code' },
  table: { id: 'ClauseTable', name: 'Clause Table' },
  part: { id: 'PartTitle', name: 'Part Title' },
  partLine: { id: 'PartLine', name: 'Part Line' },
  cover: { id: 'CoverLine', name: 'Cover Line' },
  contents: { id: 'ContentsTitle', name: 'Contents Title' },
} as const;

/** The font of code in a line of text. */
export const CODE_FONT = 'Consolas';
/** The indent of a level of lists and quotes. */
export const INDENT = 360;
const GREY = '595959';
const spaced = { spacing: { before: 60, after: 60 } };
const kept = { keepNext: true, spacing: { before: 200, after: 80 } };
const bold = (size: number) => ({ bold: true, size, color: '000000' });

/** Ids and names of character styles: what a piece of text is, by which a file that comes back is read. */
export const PART_STYLES = {
  number: { id: 'ClauseNumber', name: 'Clause Number' },
  label: { id: 'FieldLabel', name: 'Field Label' },
  option: { id: 'FieldOption', name: 'Field Option' },
  unit: { id: 'FieldUnit', name: 'Field Unit' },
  default: { id: 'FieldDefault', name: 'Field Default' },
  drawing: { id: 'FieldDrawing', name: 'Field Drawing' },
  link: { id: 'LinkText', name: 'Link Text' },
  target: { id: 'LinkAddress', name: 'Link Address' },
  cover: { id: 'CoverLabel', name: 'Cover Label' },
} as const;

/** Sizes in half points, distances in twentieths of a point. */
export const WORD_STYLES: IStylesOptions = {
  characterStyles: Object.values(PART_STYLES).map((style) => ({ ...style, quickFormat: true })),
  default: {
    document: { run: { font: 'Calibri', size: 21, language: { value: 'en-US' } } },
    title: { run: { bold: true, size: 52 }, paragraph: { spacing: { before: 3_000, after: 240 } } },
    heading1: { run: bold(30), paragraph: kept },
    heading2: { run: bold(26), paragraph: kept },
    heading3: { run: bold(23), paragraph: kept },
    heading4: { run: bold(21), paragraph: kept },
    heading5: { run: bold(21), paragraph: kept },
    heading6: { run: bold(21), paragraph: kept },
  },
  paragraphStyles: [
    ...[7, 8, 9].map((level) => ({
      id: `Heading${level}`,
      name: `heading ${level}`,
      basedOn: 'Normal',
      next: STYLES.clauseText.id,
      quickFormat: true,
      run: bold(21),
      paragraph: { ...kept, outlineLevel: level - 1 },
    })),
    { ...STYLES.clause, basedOn: 'Normal', quickFormat: true, paragraph: spaced },
    { ...STYLES.clauseText, basedOn: 'Normal', quickFormat: true, paragraph: spaced },
    {
      ...STYLES.note,
      basedOn: 'Normal',
      quickFormat: true,
      run: { italics: true },
      paragraph: { ...spaced, indent: { left: INDENT } },
    },
    {
      ...STYLES.field,
      basedOn: 'Normal',
      quickFormat: true,
      paragraph: { ...spaced, indent: { left: INDENT } },
    },
    {
      ...STYLES.withheld,
      basedOn: 'Normal',
      quickFormat: true,
      run: { italics: true, color: GREY },
      paragraph: spaced,
    },
    {
      ...STYLES.code,
      basedOn: 'Normal',
      quickFormat: true,
      run: { font: CODE_FONT, size: 18 },
      paragraph: spaced,
    },
    { ...STYLES.table, basedOn: 'Normal', quickFormat: true, run: { size: 19 } },
    {
      ...STYLES.part,
      basedOn: 'Normal',
      quickFormat: true,
      run: bold(34),
      paragraph: { keepNext: true, spacing: { before: 360, after: 120 } },
    },
    {
      ...STYLES.partLine,
      basedOn: 'Normal',
      quickFormat: true,
      run: { color: GREY },
      paragraph: { keepNext: true, ...spaced },
    },
    { ...STYLES.cover, basedOn: 'Normal', quickFormat: true, paragraph: spaced },
    { ...STYLES.contents, basedOn: 'Normal', quickFormat: true, run: bold(30), paragraph: kept },
  ],
};
