/** Decodes the bytes of an XML file in the encoding that its first line names, and recognises its first tag. */
import { UnusableDocumentError } from '../import-change.ts';

/**
 * @param name what the file is, for the message
 * @throws UnusableDocumentError for bytes that are not in the encoding that the file names
 */
export function decodeXml(bytes: Uint8Array, name: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const isUtf16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.exec(start)?.[0];
  const declared = /^[^<]*<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  const encoding = isUtf16 === undefined ? declared : isUtf16.startsWith('\u00ff') ? 'utf-16le' : 'utf-16be';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableDocumentError(
      `${name} says that it is in ${encoding}, and it is not, or that is no known encoding. Save it again.`,
    );
  }
}

/** Whether the first tag of an XML file has this name, with or without a prefix. */
export function hasRoot(bytes: Uint8Array, name: string): boolean {
  const start = Buffer.from(bytes.subarray(0, 20_000)).toString('latin1').replaceAll('\u0000', '');
  const root =
    /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(
      start,
    )?.[1];
  return root === name;
}
