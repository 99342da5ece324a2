/** Opens a ReqIF file: the XML itself (`.reqif`), or the one in a ZIP archive with its pictures (`.reqifz`). */
import { isZipWith, unzipWithin } from '../../../../shared/archive/unzip-within.ts';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { decodeXml, hasRoot } from '../xml/decode-xml.ts';
import { readXml, type XmlElement } from '../xml/xml-tree.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const LIMITS = { parts: 5_000, partBytes: MAX_BYTES, bytes: MAX_BYTES };
const isDocument = (name: string): boolean => /\.reqif$/i.test(name);

/** Whether bytes are a ReqIF file, by the first tag or by the names in the archive. */
export const isReqifFile = (bytes: Uint8Array): boolean =>
  isZipWith(bytes, '.reqif') || hasRoot(bytes, 'REQ-IF');

/**
 * The root of the document.
 * @throws UnusableDocumentError for a damaged archive, one that is too large when unpacked, or not just one document
 */
export function openReqifFile(bytes: Uint8Array, report: ReportChange): XmlElement {
  const text = decodeXml(isZipWith(bytes, '.reqif') ? unpack(bytes, report) : bytes, 'The ReqIF file');
  return readXml(text, 'The ReqIF file');
}

function unpack(bytes: Uint8Array, report: ReportChange): Uint8Array {
  const isRead = (name: string): boolean => {
    if (isDocument(name)) return true;
    if (!name.endsWith('/'))
      report({
        rule: 'left-out',
        source: 'archive',
        address: null,
        from: name,
        to: null,
        name: 'attached file',
      });
    return false;
  };
  const documents = Object.values(
    unzipWithin(
      bytes,
      LIMITS,
      isRead,
      (fault) =>
        new UnusableDocumentError(
          fault === 'damaged'
            ? 'The ReqIF archive is damaged: it is no complete ZIP archive.'
            : 'The ReqIF archive is too large when unpacked. Export fewer requirements.',
        ),
    ),
  );
  const [document] = documents;
  if (document !== undefined && documents.length === 1) return document;
  throw new UnusableDocumentError(
    `The archive has ${documents.length} ReqIF documents. Unpack it, and import each of them.`,
  );
}
