/** A pattern that matches a text literally; MongoDB refuses a pattern with NUL. */
export const escapeRegExp = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00');
