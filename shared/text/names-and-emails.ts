/**
 * Names and email addresses: allowed characters of a name, and normal forms for comparison and
 * search. Pure.
 */
import { withAsciiDomain } from './email-domains.ts';

/**
 * No control characters, line separators or bidirectional marks, which would reach mails, logs and drawings.
 */
export const NAME_PATTERN =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$';
const NAME_REGEXP = new RegExp(NAME_PATTERN, 'u');
/** A letter, number or sign with a glyph: U+2800 is a Braille cell without dots. */
const VISIBLE_CHARACTER = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

export const hasVisibleCharacter = (text: string): boolean => VISIBLE_CHARACTER.test(text);

/** Whether a text of any length is a valid name. */
export const isName = (text: string): boolean => NAME_REGEXP.test(text) && hasVisibleCharacter(text);

/**
 * The normal form of an email address: trimmed, NFC, lower case, without invisible characters or a dot at
 * the end, with the domain in ASCII.
 */
export const normaliseEmail = (sent: string): string =>
  withoutLastDots(withAsciiDomain(unicodeFormOfEmail(sent)));

/** The earlier normal form, in which the domain was as sent: that of accounts from then. */
export const unicodeFormOfEmail = (sent: string): string =>
  withoutLastDots(
    sent
      .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      .trim()
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC'),
  );

// The lookbehind prevents quadratic time on many dots.
const withoutLastDots = (text: string): string => text.replace(/(?<!\.)\.+$/, '');

/** Equal for names that count as the same. Upper case first, so that ß, ẞ and SS are equal. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();

/** The text in which a search for part of a name or description looks. */
export const foldForSearch = (...texts: string[]): string => texts.map(foldName).join('\n');

/** Whether a text contains another one as a literal. */
export const containsFolded = (text: string, part: string): boolean =>
  foldName(text).includes(foldName(part));
