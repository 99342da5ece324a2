/**
 * How XML of others is read by fast-xml-parser: texts as they are, entities off. A document type is a fault, so that a file
 * can neither name other files nor repeat a text until it is too long; references to characters are decoded by
 * `xml-characters.ts`.
 */
import { XMLValidator } from 'fast-xml-parser';

/** Options of the parser that all readers share. */
export const PLAIN_XML = {
  ignoreAttributes: false,
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
} as const;

/** Why a text is not read: `document type`, or what is not well formed, with its line. Null for nothing. */
export function findXmlFault(text: string): 'document type' | { line: number; message: string } | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'document type';
  const valid = XMLValidator.validate(text);
  return valid === true ? null : { line: valid.err.line, message: valid.err.msg };
}
