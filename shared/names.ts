/** How names are compared and searched everywhere: trimmed, NFC and case-folded (decisions S21, S24; hardening H5). Pure. */

/** Equal for names that count as the same. Upper case first, so that ß, ẞ and SS meet. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();

/** What a search for part of a name or description looks into. */
export const foldForSearch = (...texts: string[]): string => texts.map(foldName).join('\n');

/** Whether a text holds another one, each of whose characters means itself. An empty one is in every text. */
export const containsText = (text: string, part: string): boolean => foldName(text).includes(foldName(part));

/** A pattern that matches a text literally, whatever characters it holds; MongoDB refuses one with a bare NUL. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00');
