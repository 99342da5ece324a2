/** How names are compared: trimmed and case-folded (decisions S21, S24). */

/** Equal for names that count as the same. Upper case first, so that ß, ẞ and SS meet. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();

/** What a search for part of a name or description looks into. */
export const foldForSearch = (...texts: string[]): string => texts.map(foldName).join('\n');

/** A pattern that matches a text literally, whatever characters it holds (H5). */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00');
