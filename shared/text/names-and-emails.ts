/**
 * What a name and an e-mail address may hold (decisions X4), and how names are compared and searched everywhere: trimmed, NFC and
 * case-folded (S21, S24; hardening H5). Pure.
 */

/** No control characters, which would reach mails, logs and drawings; no line separators; none of the marks that turn the direction of a text. */
export const NAME_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$';
const NAME_REGEXP = new RegExp(NAME_PATTERN, 'u');
/** A letter, figure or sign that is drawn: U+2800 is a Braille cell without dots. */
const VISIBLE_CHARACTER = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anybody sees anything of a text. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE_CHARACTER.test(text);

/** Whether a text may be a name (X4); its length aside. */
export const isName = (text: string): boolean => NAME_REGEXP.test(text) && hasVisibleCharacter(text);

/** The one spelling of an e-mail address: trimmed, NFC, lower case, without invisible characters or a dot at the end (A17, X4). */
export const normaliseEmail = (sent: string): string =>
  sent
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    // The look back keeps a long row of dots from being tried from each of them.
    .replace(/(?<!\.)\.+$/, '');

/** Equal for names that count as the same. Upper case first, so that ß, ẞ and SS meet. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();

/** What a search for part of a name or description looks into. */
export const foldForSearch = (...texts: string[]): string => texts.map(foldName).join('\n');

/** Whether a text holds another one, each of whose characters means itself. An empty one is in every text. */
export const containsFolded = (text: string, part: string): boolean => foldName(text).includes(foldName(part));

/** A pattern that matches a text literally, whatever characters it holds; MongoDB refuses one with a bare NUL. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00');
