/** Test fixture: Word files, written as XML and packed. */
import { strToU8, zipSync } from 'fflate';

const NAMESPACE =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Runs with a text, in which tabs and line breaks are elements. */
export const run = (text: string): string =>
  `<w:r>${text
    .split(/(\t|\n)/)
    .map((part) =>
      part === '\t'
        ? '<w:tab/>'
        : part === '\n'
          ? '<w:br/>'
          : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`,
    )
    .join('')}</w:r>`;

/** A paragraph. @param content a text, or runs as XML in `{xml}` */
export function paragraph(
  content: string | { xml: string },
  { style, num, level = 0 }: { style?: string; num?: number; level?: number } = {},
): string {
  const properties = [
    style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
    num === undefined ? '' : `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${typeof content === 'string' ? run(content) : content.xml}</w:p>`;
}

export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A picture in a line of text. @param name of the drawing */
export const drawing = (id: string, description = '', name = 'Picture 1'): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="${name}" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** The parts of a file that hold its pictures, PNG or JPEG. */
export function pictureParts(pictures: Record<string, Uint8Array>): Record<string, string | Uint8Array> {
  const rows = Object.entries(pictures).map(([id, bytes]) => ({
    id,
    bytes,
    target: `media/${id}.${bytes[0] === 0xff ? 'jpeg' : 'png'}`,
  }));
  const relationships = rows.map(
    ({ id, target }) => `<Relationship Id="${id}" Type="x/image" Target="${target}"/>`,
  );
  return {
    'word/_rels/document.xml.rels': `<Relationships>${relationships.join('')}</Relationships>`,
    ...Object.fromEntries(rows.map(({ target, bytes }) => [`word/${target}`, bytes])),
  };
}

/** Levels of a list: format, text, and further elements such as a restart. */
type LevelText = readonly [format: string, text: string, more?: string];

export const list = (
  id: number,
  levels: readonly LevelText[],
  overrides = '',
): { abstract: string; num: string } => ({
  abstract: `<w:abstractNum w:abstractNumId="${id}">${levels
    .map(
      ([format, text, more = ''], at) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('')}</w:abstractNum>`,
  num: `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${overrides}</w:num>`,
});

/** The list of specifications: PART 1, 1.01, A., 1., a. */
export const CSI = list(1, [
  ['decimal', 'PART %1'],
  ['decimalZero', '%1.%2'],
  ['upperLetter', '%3.'],
  ['decimal', '%4.'],
  ['lowerLetter', '%5.'],
]);

export interface WordParts {
  numbering?: string;
  styles?: string;
  others?: Record<string, string | Uint8Array>;
}

export function wordFile(body: string, { numbering = '', styles = '', others = {} }: WordParts = {}): Buffer {
  const part = (name: string, content: string) =>
    strToU8(`<?xml version="1.0"?><w:${name} ${NAMESPACE}>${content}</w:${name}>`);
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': part('document', `<w:body>${body}</w:body>`),
      ...(numbering === '' ? {} : { 'word/numbering.xml': part('numbering', numbering) }),
      ...(styles === '' ? {} : { 'word/styles.xml': part('styles', styles) }),
      ...Object.fromEntries(
        Object.entries(others).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    }),
  );
}
