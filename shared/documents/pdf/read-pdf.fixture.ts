/** Test fixture: reads a PDF back with pdf.js: its text, tags, bookmarks and metadata. */
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page, with one blank where words are apart. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  let images = 0;
  for (let at = 1; at <= pdf.numPages; at++) {
    const page = await pdf.getPage(at);
    const { items } = await page.getTextContent();
    const { fnArray } = await page.getOperatorList();
    images += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
  }
  const attachments = new Map<string, string>();
  for (const [id, { filename }] of (await pdf.getAttachments()) ?? [])
    attachments.set(filename, Buffer.from((await pdf.getAttachmentContent(id)) ?? []).toString());
  return {
    pages,
    /** How often a PNG or JPEG is drawn. */
    images,
    outline: await pdf.getOutline(),
    isTagged: isMarked(await pdf.getMarkInfo()),
    attachments,
    metadata: (await pdf.getMetadata()).metadata,
  };
}

const isMarked = (info: unknown): boolean => info instanceof Map && info.get('Marked') === true;
