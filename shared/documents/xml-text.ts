/** Texts as a Word file contains them. */
import { spellDirections } from './spelled-characters.ts';

/** Characters that no XML has. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** A text without the characters that an XML file cannot contain. */
export const xmlText = (text: string): string => text.toWellFormed().replace(NOT_XML, '');

/** The same, shown in the order in which it is written. */
export const wordText = (text: string): string => spellDirections(xmlText(text));
