/** The document of a ReqIF file: the XML itself (`.reqif`), or the one in a ZIP archive with its pictures (`.reqifz`). */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { decodeXml, hasRoot } from '../xml/decode-xml.ts';
import { readXml, type XmlElement } from '../xml/xml-tree.ts';

const MAX_ENTRIES = 5_000;
const MAX_UNPACKED = 64 * 1024 * 1024;
/** Unpacked bytes for each packed one; requirements repeat their tags, about 30 times. */
const MAX_RATIO = 250;
/** Below this size a ratio says nothing. */
const SMALL = 1024 * 1024;
const isDocument = (name: string): boolean => /\.reqif$/i.test(name);

const isArchive = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004';

/** Whether bytes are a ReqIF file, by the first tag or by the names in the archive. */
export function isReqifFile(bytes: Uint8Array): boolean {
  if (!isArchive(bytes)) return hasRoot(bytes, 'REQ-IF');
  return [bytes.subarray(0, 65_536), bytes.subarray(-65_536)].some((some) =>
    Buffer.from(some).toString('latin1').toLowerCase().includes('.reqif'),
  );
}

/**
 * The root of the document.
 * @throws UnusableDocumentError for a damaged archive, one that is too large when unpacked, or not just one document
 */
export function openReqifFile(bytes: Uint8Array, report: ReportChange): XmlElement {
  const text = decodeXml(isArchive(bytes) ? unpack(bytes, report) : bytes, 'The ReqIF file');
  return readXml(text, 'The ReqIF file');
}

function unpack(bytes: Uint8Array, report: ReportChange): Uint8Array {
  let count = 0;
  const check = ({ name, size, originalSize }: UnzipFileInfo): boolean => {
    count += 1;
    const isRead = isDocument(name);
    if (!isRead && !name.endsWith('/'))
      report({
        rule: 'left-out',
        source: 'archive',
        address: null,
        from: name,
        to: null,
        name: 'attached file',
      });
    if (
      count > MAX_ENTRIES ||
      (isRead && (originalSize > MAX_UNPACKED || (originalSize > SMALL && originalSize > size * MAX_RATIO)))
    )
      throw new UnusableDocumentError(
        'The ReqIF archive is too large when unpacked. Export fewer requirements.',
      );
    return isRead;
  };
  const documents = Object.values(unzip(bytes, check));
  const [document] = documents;
  if (document !== undefined && documents.length === 1) return document;
  throw new UnusableDocumentError(
    `The archive has ${documents.length} ReqIF documents. Unpack it, and import each of them.`,
  );
}

function unzip(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnusableDocumentError) throw error;
    throw new UnusableDocumentError('The ReqIF archive is damaged: it is no complete ZIP archive.');
  }
}
