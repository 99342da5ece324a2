/** Removes the characters from a text that an XML file cannot contain. */

/** Characters that no XML has. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export const xmlText = (text: string): string => text.toWellFormed().replace(NOT_XML, '');
